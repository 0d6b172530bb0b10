import type { ComponentChildren } from "preact";
import { errors, Problem } from "../../shared/contract/errors.ts";
import { operations } from "../../shared/contract/service.ts";
import { brand } from "../../shared/domain/brand.ts";
import { baseUrl } from "../../shared/http/responses.ts";
import { serveRequests } from "../../shared/http/serve.ts";
import { htmlResult, Prose, WaitlistForm } from "./layout.tsx";

type Params = Record<string, string | undefined>;
type Page = (params: Params) => { title: string; content: ComponentChildren };

/** The pages that need nothing but their address. */
export const handler = serveRequests("show-page", async ({ routeKey, pathParameters = {} }) => {
  const page = pages[routeKey.split(" ")[1] ?? ""];
  if (!page) throw new Problem("route_not_found", "There is nothing at this path.");
  const { title, content } = page(pathParameters);
  return htmlResult(200, title, content);
});

const pages: Record<string, Page> = {
  "/": () => ({
    title: brand.tagline,
    content: (
      <>
        <p>{brand.description}</p>
        <h2>Be told when accounts open</h2>
        <WaitlistForm />
        <h2>For agents and developers</h2>
        <p>
          The API is open and needs no key: read its <a href="/docs">documentation</a> or its{" "}
          <a href="/api/openapi.json">OpenAPI description</a>.
        </p>
      </>
    ),
  }),

  "/waitlist/thanks": () => ({
    title: "You are on the list",
    content: <p>We will write to you when accounts open. There is nothing else to do now.</p>,
  }),

  "/docs": () => ({
    title: "Agent API",
    content: (
      <>
        <p>
          The address is <code>{baseUrl()}</code>; the machine-readable description is{" "}
          <a href="/api/openapi.json">openapi.json</a>. Every <a href="/docs/errors">error code</a> is
          explained.
        </p>
        <dl>
          {operations.map((op) => (
            <>
              <dt>
                <code>{`${op.method} ${op.path}`}</code>
              </dt>
              <dd>
                <Prose text={op.description} />
              </dd>
            </>
          ))}
        </dl>
      </>
    ),
  }),

  "/docs/errors": () => ({
    title: "Errors",
    content: (
      <>
        <p>
          Every error has one body: <code>error</code> with <code>type</code>, <code>code</code>,{" "}
          <code>message</code>, <code>param</code> and <code>doc_url</code>. Quote the header{" "}
          <code>x-request-id</code> when you ask for help.
        </p>
        <dl>
          {Object.entries(errors).map(([code, [status, type, meaning, remedy]]) => (
            <>
              <dt id={code}>
                <code>{code}</code>
              </dt>
              <dd>
                {status}, <code>{type}</code>. <Prose text={`${meaning} ${remedy}`} />
              </dd>
            </>
          ))}
        </dl>
      </>
    ),
  }),
};

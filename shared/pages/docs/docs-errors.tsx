import { remedies } from "../../contract/error-remedies.ts";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import { brand } from "../../domain/brand.ts";
import { docsUrl } from "../../http/serve/responses.ts";
import { Prose } from "../layout/layout.tsx";
import { docsPage, JsonBlock } from "./docs-shell.tsx";

/** Where every error's `doc_url` leads: one anchor a code. */
export const errorsPage = () =>
  docsPage({
    path: `${brand.docsPath}/errors`,
    title: "Errors",
    description: `What each error code of ${brand.serviceName}'s APIs means, and what to do about it.`,
    contents: Object.keys(errors).map((code) => [code, code] as const),
    children: (
      <>
        <p class="lead">Every error of ours has one body, whatever went wrong.</p>
        <JsonBlock
          value={{
            error: {
              type: "invalid_request_error",
              code: "parameter_missing",
              message: "`email` is required.",
              param: "email",
              doc_url: `${docsUrl()}/errors#parameter_missing`,
            },
          }}
        />
        <p>
          Programs decide by <code>code</code>; <code>message</code> is for people and may change.{" "}
          <code>param</code> is null where no parameter is to blame. Quote the header{" "}
          <code>x-request-id</code> when you ask for help. When the whole service is flooded, the gateway
          before it may answer 429, 500 or 503 with <code>{'{"message": ...}'}</code> alone, so let the status
          decide first.
        </p>
        {Object.entries(errors).map(([code, [status, type, meaning]]) => (
          <section key={code} id={code}>
            <h2>
              <a href={`#${code}`}>
                <code>{code}</code>
              </a>
            </h2>
            <p class="soft">
              {status}, <code>{type}</code>
            </p>
            <p>
              <Prose text={meaning} />
            </p>
            <p>
              <strong>What to do.</strong> <Prose text={remedies[code as ErrorCode]} />
            </p>
          </section>
        ))}
      </>
    ),
  });

import { remedies } from "../../contract/error-remedies.ts";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import { brand } from "../../domain/brand.ts";
import { docsUrl } from "../../http/serve/responses.ts";
import { Prose } from "../layout/layout.tsx";
import { docsPage, JsonBlock } from "./docs-shell.tsx";

/** The page behind every error's `doc_url`, with one anchor for each code. */
export const errorsPage = () =>
  docsPage({
    path: `${brand.docsPath}/errors`,
    title: "Errors",
    description: `What each ${brand.serviceName} API error code means and how to fix it.`,
    contents: Object.keys(errors).map((code) => [code, code] as const),
    children: (
      <>
        <p class="lead">All errors share one format.</p>
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
          Your code should check <code>code</code>. The <code>message</code> is for people and may change.{" "}
          <code>param</code> is null when no parameter caused the error. Include the value of the{" "}
          <code>x-request-id</code> response header when you contact support. Under extreme load you may get a
          429, 500 or 503 with <code>{'{"message": ...}'}</code> only, so check the HTTP status first.
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

import { agentApi } from "../../../contract/agent-api.ts";
import { remedies } from "../../../contract/error-remedies.ts";
import { type ErrorCode, errorEnvelope, errors } from "../../../contract/errors.ts";
import { errorsOf, type Operation } from "../../../contract/operation.ts";
import { platformApi } from "../../../contract/platform-api.ts";
import { docsUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../layout/layout.tsx";
import { errorsEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { errorPath, operationPath } from "../docs-sections.ts";
import { type DocsPage, docsPage, errorCells, JsonBlock } from "../docs-shell.tsx";

const codes = Object.keys(errors) as ErrorCode[];
const operations: readonly Operation[] = [...agentApi, ...platformApi];

/** The page behind every error's `doc_url`, with one anchor for each code, and a page for each code. */
export const errorPages = (): DocsPage[] => [errorsPage(), ...codes.map(errorPage)];

const bodyOf = (code: ErrorCode, param: string | null) =>
  errorEnvelope({ code, message: errors[code][2].replaceAll("`", ""), param }, docsUrl());

const errorsPage = () =>
  docsPage({
    path: errorsEntry.path,
    title: "Errors",
    description: "What each API error code means and how to fix it.",
    children: (
      <>
        <p class="lead">All errors share one format.</p>
        <JsonBlock
          value={errorEnvelope(
            { code: "parameter_missing", message: "`email` is required.", param: "email" },
            docsUrl(),
          )}
        />
        <p>
          Your code should check <code>code</code>. The <code>message</code> is for people and may change.{" "}
          <code>param</code> is null when no parameter caused the error. Include the value of the{" "}
          <code>x-request-id</code> response header when you contact support. Under extreme load you may get a
          429, 500 or 503 with <code>{'{"message": ...}'}</code> only, so check the HTTP status first.
        </p>
        <h2 id="codes">Error codes</h2>
        <Rows
          columns={["Code", "Meaning, and what to do"]}
          ids={codes}
          rows={codes.map((code) => errorCells(code, remedies[code]))}
        />
        <Types />
      </>
    ),
  });

const errorPage = (code: ErrorCode) => {
  const [status, type, meaning] = errors[code];
  const returnedBy = operations.filter((op) => errorsOf(op).includes(code));
  return docsPage({
    path: errorPath(code),
    title: code,
    description: `${status} ${code}: ${meaning.replaceAll("`", "")}`,
    beside: (
      <>
        <h2>Example response</h2>
        <JsonBlock value={bodyOf(code, code.startsWith("parameter_") ? "email" : null)} />
      </>
    ),
    lead: (
      <>
        <p class="lead">
          <Prose text={meaning} />
        </p>
        <p class="soft">
          HTTP status {status} · Type <code>{type}</code>
        </p>
        <h2 id="fix">What to do</h2>
        <p>
          <Prose text={remedies[code]} />
        </p>
      </>
    ),
    children: <ReturnedBy operations={returnedBy} code={code} />,
  });
};

const ReturnedBy = ({ operations: some, code }: { operations: readonly Operation[]; code: ErrorCode }) => (
  <>
    <h2 id="operations">Operations that return it</h2>
    {some.length === 0 && (
      <p>
        No operation: the service returns <code>{code}</code> for a request that fits none.
      </p>
    )}
    {some.length === operations.length ? (
      <p>Every operation of both APIs can return it.</p>
    ) : (
      <ul class="columns">
        {some.map((op) => (
          <li key={op.name}>
            <a href={operationPath(op)}>{op.summary}</a>
          </li>
        ))}
      </ul>
    )}
  </>
);

const Types = () => (
  <>
    <h2 id="types">Error types</h2>
    <p>
      The <code>type</code> groups the codes. Handle a code that you don't know by its <code>type</code>.
    </p>
    <Rows
      columns={["Type", "Meaning"]}
      rows={Object.entries(types).map(([type, meaning]) => [<code>{type}</code>, meaning])}
    />
  </>
);

const types: Readonly<Record<(typeof errors)[ErrorCode][1], string>> = {
  invalid_request_error: "The request is wrong. Correct it before you send it again.",
  authentication_error: "The API key is missing or not valid.",
  permission_error: "The API key, the account or the site may not do this.",
  conflict_error: "The current state of an object or of the account does not allow the request.",
  idempotency_error: "The idempotency key belongs to another request.",
  rate_limit_error: "Too many requests. Wait, then retry.",
  api_error: "The fault is on our side. Retry with exponential backoff.",
};

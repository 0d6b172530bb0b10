import { agentApi } from "../../../contract/agent-api.ts";
import { remedies } from "../../../contract/error-remedies.ts";
import { type ErrorCode, errorEnvelope, errors } from "../../../contract/errors.ts";
import { errorsOf, type Operation } from "../../../contract/operation.ts";
import { platformApi } from "../../../contract/platform-api.ts";
import { docsUrl } from "../../../http/serve/responses.ts";
import { Prose } from "../../../pages/layout/layout.tsx";
import { operationPath } from "../../../contract/docs-paths.ts";
import { errorsEntry } from "../docs-guides.ts";
import { Rows } from "../docs-rows.tsx";
import { errorPath } from "../docs-sections.ts";
import { type DocsPage, docsPage, errorCells, JsonBlock } from "../docs-shell.tsx";
import { textPage } from "../docs-text.tsx";

const codes = Object.keys(errors) as ErrorCode[];
const operations: readonly Operation[] = [...agentApi, ...platformApi];

/** The page behind every error's `doc_url`, with one anchor for each code, and a page for each code. */
export const errorPages = (): DocsPage[] => [errorsPage(), ...codes.map(errorPage)];

const bodyOf = (code: ErrorCode, param: string | null) =>
  errorEnvelope({ code, message: errors[code][2].replaceAll("`", ""), param }, docsUrl());

const errorsPage = () =>
  textPage("errors", errorsEntry.path, {
    example: (
      <JsonBlock
        value={errorEnvelope(
          { code: "parameter_missing", message: "`email` is required.", param: "email" },
          docsUrl(),
        )}
      />
    ),
    codes: (
      <Rows
        columns={["Code", "Meaning, and what to do"]}
        ids={codes}
        rows={codes.map((code) => errorCells(code, remedies[code]))}
      />
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

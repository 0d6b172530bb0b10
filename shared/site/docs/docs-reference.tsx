import type { ErrorCode } from "../../contract/errors.ts";
import { Prose } from "../../pages/layout/layout.tsx";
import type { ApiOperation, Schema } from "./docs-document.ts";
import { fieldOf, fieldsOf } from "./docs-fields.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { SandboxKey } from "./docs-key.tsx";
import { Rows } from "./docs-rows.tsx";
import { OperationSamples } from "./docs-samples.tsx";
import { type DocsPage, docsPage, errorCells, JsonBlock } from "./docs-shell.tsx";
import { TryIt } from "./docs-try.tsx";
import { FieldsTable } from "./reference/docs-field-table.tsx";

type Named = { named: Record<string, Schema> };

export const operationPage = (path: string, operation: ApiOperation & Named): DocsPage => {
  const { operationId, summary, description } = operation;
  return docsPage({
    path,
    title: summary,
    description: `${operation.method} ${operation.path}: ${plain(description)}`,
    lead: <Lead {...operation} />,
    beside: <Samples {...operation} />,
    children: (
      <section id={operationId}>
        <Parts {...operation} />
      </section>
    ),
  });
};

/** The first sentence, without the marks of code. */
const plain = (text: string) => (/^.*?[.](?= |$)/.exec(text)?.[0] ?? text).replaceAll("`", "");

const Lead = ({ method, path, operationId, description, ...operation }: ApiOperation) => (
  <>
    <p class="at">
      <span class="verb">{method}</span> <code>{path}</code>
    </p>
    {description.split("\n\n").map((paragraph) => (
      <p key={paragraph}>
        <Prose text={paragraph} />
      </p>
    ))}
    <p class="soft">
      Operation ID <code>{operationId}</code>
      {operation["x-scope"] ? (
        <>
          {" "}
          · Scope <code>{operation["x-scope"]}</code> of your{" "}
          <a href={`${docsPath("platform")}#keys`}>API key</a>
        </>
      ) : (
        " · No API key"
      )}
    </p>
  </>
);

const Samples = (operation: ApiOperation & Named) => {
  const { responses } = operation;
  const replies = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const usual = responses[201] ? "201" : "200";
  return (
    <>
      <h2>Example request</h2>
      <OperationSamples {...operation} />
      {operation["x-scope"] && <SandboxKey />}
      <TryIt {...operation} />
      <h2>Example response</h2>
      {replies.map(([status, { description, content }]) => (
        <details key={status} open={status === usual}>
          <summary>
            {status}: <Prose text={description} />
          </summary>
          {content?.["application/json"] && <JsonBlock value={content["application/json"].example} />}
        </details>
      ))}
    </>
  );
};

const Parts = (operation: ApiOperation & Named) => {
  const { parameters = [], body, responses, named } = operation;
  const reply = Object.entries(responses).find(([status, { content }]) => Number(status) < 400 && content);
  const schema = reply?.[1].content?.["application/json"]?.schema;
  return (
    <>
      {parameters.length > 0 && (
        <FieldsTable
          title="Parameters"
          fields={parameters.map(({ name, schema, required, description = "" }) => ({
            ...fieldOf(name, schema, required, named),
            description,
          }))}
        />
      )}
      {body && <FieldsTable title="Request body" fields={fieldsOf(body, named)} />}
      {schema && <FieldsTable title="Response fields" isReply fields={fieldsOf(schema, named)} />}
      <Failures {...operation} />
    </>
  );
};

const Failures = ({ responses }: ApiOperation) => {
  const codes = Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.["application/json"]?.examples ?? {}),
  ) as ErrorCode[];
  return (
    <>
      <h2 id="errors">Errors</h2>
      <Rows columns={["Code", "Meaning"]} rows={codes.map((code) => errorCells(code))} />
    </>
  );
};

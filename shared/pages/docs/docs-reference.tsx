import { Prose } from "../layout/layout.tsx";
import type { ApiOperation, Schema } from "./docs-document.ts";
import { type Field, fieldOf, fieldsOf } from "./docs-fields.ts";
import { OperationSamples } from "./docs-samples.tsx";
import { ErrorLink, JsonBlock } from "./docs-shell.tsx";
import { TryIt } from "./docs-try.tsx";

type Named = { named: Record<string, Schema> };

/** One operation's reference. */
export const OperationSection = (operation: ApiOperation & Named) => {
  const { method, path, operationId, summary, description, parameters = [], body, named } = operation;
  const scope = operation["x-scope"];
  return (
    <section id={operationId}>
      <h2>
        <a href={`#${operationId}`}>{summary}</a>
      </h2>
      <p class="at">
        <span class="verb">{method}</span> <code>{path}</code>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <p class="soft">
        Operation ID <code>{operationId}</code>
        {scope && (
          <>
            {" "}
            · Scope <code>{scope}</code>
          </>
        )}
      </p>
      {parameters.length > 0 && (
        <Fields
          title="Parameters"
          fields={parameters.map(({ name, schema, required, description = "" }) => ({
            ...fieldOf(name, schema, required, named),
            description,
          }))}
        />
      )}
      {body && <Fields title="Request body" fields={fieldsOf(body, named)} />}
      <h3>Example request</h3>
      <OperationSamples {...operation} />
      <Replies {...operation} />
      <TryIt {...operation} />
    </section>
  );
};

const Fields = ({ title, fields, plain }: { title: string; fields: Field[]; plain?: boolean }) => (
  <>
    {!plain && <h3>{title}</h3>}
    <table class="fields">
      {plain && <caption class="quiet">{title}</caption>}
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, description, rules }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              <small>
                {type}
                {!plain && (required ? <b> · required</b> : " · optional")}
              </small>
            </th>
            <td>
              <Prose text={description} />
              {rules.length > 0 && (
                <small>
                  <Prose text={rules.join("; ")} />
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);

const Replies = ({ responses, operationId, named }: ApiOperation & Named) => {
  const replies = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const schema = replies.find(([, { content }]) => content)?.[1].content?.["application/json"]?.schema;
  return (
    <>
      <h3>Responses</h3>
      {replies.map(([status, { description, content }]) => (
        <details key={status} open={status === (responses[201] ? "201" : "200")}>
          <summary>
            {status}: <Prose text={description} />
          </summary>
          {content?.["application/json"] && <JsonBlock value={content["application/json"].example} />}
        </details>
      ))}
      {schema && (
        <details>
          <summary>Response fields</summary>
          <Fields plain title={`Response fields of ${operationId}`} fields={fieldsOf(schema, named)} />
        </details>
      )}
      <h3>Errors</h3>
      <ul class="codes">
        {failures.flatMap(([status, { content }]) =>
          Object.keys(content?.["application/json"]?.examples ?? {}).map((code) => (
            <li key={code}>
              {status} <ErrorLink code={code} />
            </li>
          )),
        )}
      </ul>
    </>
  );
};

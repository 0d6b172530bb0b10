import type { ApiOperation, Parameter } from "./docs-document.ts";

/**
 * A form that calls the API from the page. A request with a body always goes to the sandbox. An operation
 * without a sandbox would store personal data, so it has no form.
 */
export const TryIt = ({ method, path, operationId, parameters = [], body }: ApiOperation) => {
  if (body && !body.properties?.sandbox) {
    return <p class="fine">This operation has no sandbox, so you can't try it here.</p>;
  }
  return (
    <details class="try js-only">
      <summary>Try it{body && " in the sandbox"}</summary>
      <form data-try={path} data-method={method}>
        {parameters.map((parameter) => (
          <Input key={parameter.name} id={`${operationId}-${parameter.name}`} {...parameter} />
        ))}
        {body && (
          <>
            <label for={`${operationId}-body`}>
              Body
              <span class="hint">
                Sent with <code>"sandbox": true</code>, so nothing about a person is stored.
              </span>
            </label>
            <textarea id={`${operationId}-body`} name="body" rows={9} spellcheck={false}>
              {JSON.stringify(body.examples?.[0], null, 2)}
            </textarea>
          </>
        )}
        <button type="submit">
          Send request<span class="quiet"> {operationId}</span>
        </button>
      </form>
      <textarea data-reply hidden readOnly rows={14} aria-label={`Response of ${operationId}`} />
    </details>
  );
};

const Input = ({ id, name, in: place, schema }: Parameter & { id: string }) => (
  <>
    <label for={id}>
      <code>{name}</code>
    </label>
    {schema.enum ? (
      <select id={id} name={name} data-in={place}>
        {schema.enum.map((value) => (
          <option key={String(value)}>{String(value)}</option>
        ))}
      </select>
    ) : (
      <input
        id={id}
        name={name}
        data-in={place}
        required
        autocomplete="off"
        spellcheck={false}
        value={String(schema.examples?.[0] ?? "")}
      />
    )}
  </>
);

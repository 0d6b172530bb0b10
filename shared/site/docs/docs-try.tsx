import type { ApiOperation, Parameter } from "./docs-document.ts";
import { TRY_PATH } from "../../contract/developers/sign-in.ts";

/**
 * With the reader's sandbox key, or without one. An open operation without a sandbox would store personal
 * data, or make another sandbox, so it has no form. Without JavaScript, a page of the service sends it, or
 * the operation answers itself.
 */
export const TryIt = ({ method, path, operationId, parameters = [], body, example, ...op }: ApiOperation) => {
  const isKeyed = op["x-scope"] !== undefined;
  if (method !== "GET" && !isKeyed && !body?.properties?.sandbox)
    return <p class="fine">You can't try this operation here.</p>;
  const isPlain = isKeyed || (method === "GET" && !path.includes("{"));
  return (
    <details class={isPlain ? "try" : "try js-only"}>
      <summary>Try it{(body || isKeyed) && " in the sandbox"}</summary>
      <form
        {...(isPlain && { method: isKeyed ? "post" : "get", action: isKeyed ? TRY_PATH : path })}
        data-try={path}
        data-method={method}
        data-keyed={isKeyed ? "yes" : "no"}
      >
        {isKeyed && (
          <>
            <input type="hidden" name="try-method" value={method} />
            <input type="hidden" name="try-path" value={path} />
          </>
        )}
        {parameters
          .filter((parameter) => parameter.in !== "header")
          .map((parameter) => (
            <Input
              key={parameter.name}
              id={`${operationId}-${parameter.name}`}
              value={String(example.path[parameter.name] ?? example.fields[parameter.name] ?? "")}
              {...parameter}
            />
          ))}
        {body && (
          <>
            <label for={`${operationId}-body`}>
              Body
              {!isKeyed && (
                <span class="hint">
                  Sent with <code>"sandbox": true</code>, so nothing about a person is stored.
                </span>
              )}
            </label>
            <textarea id={`${operationId}-body`} name="body" rows={9} spellcheck={false}>
              {JSON.stringify(example.fields, null, 2)}
            </textarea>
          </>
        )}
        <button type="submit">
          Send request<span class="quiet"> {operationId}</span>
        </button>
      </form>
      <textarea data-reply hidden readOnly rows={14} aria-label={`Request and response of ${operationId}`} />
    </details>
  );
};

const Input = ({
  id,
  name,
  in: place,
  schema,
  required,
  value,
}: Parameter & { id: string; value: string }) => (
  <>
    <label for={id}>
      <code>{name}</code>
      {!required && <span class="hint">Optional</span>}
    </label>
    {schema.enum ? (
      <select id={id} name={name} data-in={place}>
        {!required && <option value="">-</option>}
        {schema.enum.map((each) => (
          <option key={String(each)} selected={String(each) === value}>
            {String(each)}
          </option>
        ))}
      </select>
    ) : (
      <input
        id={id}
        name={name}
        data-in={place}
        required={required}
        autocomplete="off"
        spellcheck={false}
        value={value}
      />
    )}
  </>
);

import type { ApiOperation } from "./docs-document.ts";

type Call = { method: string; path: string; body?: unknown };

/** A line of shell that calls the API. The body goes in single quotes, which a shell reads as they are. */
export function curl(baseUrl: string, { method, path, body }: Call): string {
  const url = `${baseUrl}${path}`;
  const address = /[?&{}]/.test(url) ? `'${url}'` : url;
  if (body === undefined) return method === "GET" ? `curl ${address}` : `curl -X ${method} ${address}`;
  const json = JSON.stringify(body).replaceAll("'", "'\\''");
  return [`curl ${address} \\`, "  -H 'content-type: application/json' \\", `  -d '${json}'`].join("\n");
}

/** The call of an operation with the examples that its description gives. */
export function exampleCall({ method, path, parameters = [], requestBody, responses }: ApiOperation): Call {
  const reply = Object.values(responses)[0]?.content?.["application/json"]?.example as
    | Record<string, unknown>
    | undefined;
  const exampleOf = (name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    return String(schema?.examples?.[0] ?? schema?.enum?.[0] ?? reply?.[name] ?? "");
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const query = new URLSearchParams(
    parameters.filter((p) => p.in === "query").map(({ name }) => [name, exampleOf(name)]),
  ).toString();
  const body = requestBody?.content["application/json"]?.example;
  return { method, path: query ? `${filled}?${query}` : filled, ...(body !== undefined && { body }) };
}

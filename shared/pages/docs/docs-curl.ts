import type { ApiOperation } from "./docs-document.ts";

type Call = { method: string; path: string; body?: unknown; keyed?: boolean };

/** A curl command for a shell. The body is in single quotes, so the shell changes nothing in it. */
export function curl(baseUrl: string, { method, path, body, keyed }: Call): string {
  const url = `${baseUrl}${path}`;
  const usual = body === undefined ? "GET" : "POST";
  const address = /[?&{}]/.test(url) ? `'${url}'` : url;
  const json = body !== undefined && JSON.stringify(body).replaceAll("'", "'\\''");
  const lines = [
    `curl ${method === usual ? "" : `-X ${method} `}${address}`,
    keyed && '-H "authorization: Bearer $KEY"',
    json && "-H 'content-type: application/json'",
    json && `-d '${json}'`,
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}

/** The operation's example request, filled in from the examples in the OpenAPI document. */
export function exampleCall({
  method,
  path,
  parameters = [],
  body: bodySchema,
  responses,
  ...op
}: ApiOperation): Call {
  const example = Object.values(responses)[0]?.content?.["application/json"]?.example;
  // The example of a list is its first element.
  const reply = ((example as { data?: unknown[] })?.data?.[0] ?? example) as
    | Record<string, unknown>
    | undefined;
  const exampleOf = (name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema;
    return String(schema?.examples?.[0] ?? schema?.enum?.[0] ?? reply?.[name] ?? "");
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const asked = parameters.filter((p) => p.in === "query" && (p.required || p.schema.examples));
  const query = new URLSearchParams(asked.map(({ name }) => [name, exampleOf(name)])).toString();
  const body = bodySchema?.examples?.[0];
  return {
    method,
    path: query ? `${filled}?${query}` : filled,
    ...(body !== undefined && { body }),
    ...(op["x-scope"] && { keyed: true }),
  };
}

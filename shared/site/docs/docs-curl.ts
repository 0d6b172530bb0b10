import type { ApiOperation } from "./docs-document.ts";

type Call = { method: string; path: string; body?: unknown; keyed?: boolean };

/** With `{{key}}` for the reader's key. In single quotes the shell changes nothing in the body. */
export function curl(baseUrl: string, { method, path, body, keyed }: Call): string {
  const url = `${baseUrl}${path}`;
  const usual = body === undefined ? "GET" : "POST";
  const address = /[?&{}]/.test(url) ? `'${url}'` : url;
  const json = body !== undefined && JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  const lines = [
    `curl ${method === usual ? "" : `-X ${method} `}${address}`,
    keyed && "-H 'authorization: Bearer {{key}}'",
    json && "-H 'content-type: application/json'",
    json && `-d '${json}'`,
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}

export function exampleCall({ method, path, body, example, ...op }: ApiOperation): Call {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? "");
  const fields = Object.entries(example.fields).map(([name, value]) => [name, String(value)]);
  const query = body ? "" : new URLSearchParams(fields).toString();
  return {
    method,
    path: query ? `${filled}?${query}` : filled,
    ...(body && { body: example.fields }),
    ...(op["x-scope"] && { keyed: true }),
  };
}

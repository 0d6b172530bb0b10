import { dirname, relative } from "node:path";
import { apiOf, operationId } from "../../shared/contract/operation.ts";

export type NewOperation = {
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  tag: string;
};

/** From one file to another, as an import names it. */
export const specifier = (from: string, to: string): string => {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
};

/** The scope that an operation asks for: its resource, and whether it reads or writes. */
function scopeOf({ tag, method }: NewOperation): string {
  const resource =
    tag === "Test helpers"
      ? "payments"
      : ["Deliveries", "Events"].includes(tag)
        ? "webhooks"
        : tag.toLowerCase();
  return `${resource}:${method === "GET" ? "read" : "write"}`;
}

/** What neighbours call their reply. */
const REPLIES = { GET: "found", POST: "created", PATCH: "updated", DELETE: "deleted" } as const;

const paramsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** The operation's record, with a FINISH mark in each place that only a person can fill in. */
export function recordTemplate(options: NewOperation, file: string): string {
  const { name, method, path, tag } = options;
  const api = apiOf(options);
  const reply = REPLIES[method];
  const params = paramsOf(path);
  const takesBody = method === "POST" || method === "PATCH";
  const operation = specifier(file, "shared/contract/operation.ts");
  return `import * as z from "zod/mini";
import { operation } from "${operation}";
import { ${reply} } from "${specifier(file, "shared/contract/replies.ts")}";

export const ${operationId(name)}Operation = operation({
  name: "${name}",
  method: "${method}",
  path: "${path}",
  tag: "${tag}",
  // FINISH: what the caller gets, as a command of at most six words: "Remove a bank account".
  summary: "",
  // FINISH: what happens, its limits and units, and what does not happen. Write for a client's developer.
  description: "",
${
  params.length > 0
    ? `  // FINISH: take the parameters' shapes from the room's shapes file, or add them there.
  params: z.strictObject({ ${params.map((param) => `${param}: z.string()`).join(", ")} }),
`
    : ""
}${
  takesBody
    ? `  // FINISH: the body, derived from the domain's schema, with a description on each field. Delete both if it takes none.
  body: z.strictObject({}),
  bodyExample: {},
`
    : ""
}  // FINISH: a reply that fits, one sentence on what it means, the schema (\`component\` gives it a name in the
  // document), and an example that fits the schema.
  replies: ${reply}(
    "",
    z.object({ id: z.string()${method === "DELETE" ? ", deleted: z.literal(true)" : ""} }),
    { id: ""${method === "DELETE" ? ", deleted: true" : ""} },
  ),
  // FINISH: the error codes that follow from nothing else in this record, such as "status_conflict".
${api === "agent" && method !== "GET" ? "  // FINISH: `limits` per address, since anybody may call; then its entry point needs `limit: limitBySource`.\n" : ""}${api === "platform" ? `  scope: "${scopeOf(options)}",\n` : ""}  // FINISH: what the function does to which items. Its role gets exactly this.
  access: {},
  // FINISH: \`npm test -- test/journeys/costs\` prints what a request really costs.
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
});
`;
}

/** The operation's entry point: it answers nothing until a person finishes it. */
export function entryPointTemplate(options: NewOperation, record: string, file: string): string {
  const exported = `${operationId(options.name)}Operation`;
  const isPlatform = apiOf(options) === "platform";
  const serve = isPlatform ? "servePlatform" : "serve";
  const server = isPlatform ? "serve-platform" : "serve";
  const judges = !isPlatform && options.method !== "GET";
  const guard = `import { refuseForeignPage } from "${specifier(file, "shared/http/guard/foreign-page.ts")}";\n`;
  return `import { ${exported} } from "${specifier(file, record)}";
${judges ? guard : ""}import { ${serve} } from "${specifier(file, `shared/http/serve/${server}.ts`)}";

// FINISH: load what the request names (at most one read), decide (pure), reply, save. A neighbour shows the form.
export const handler = ${serve}(${exported}, {
${judges ? "  judgePage: (event) => refuseForeignPage(event),\n" : ""}  answer: () => {
    throw new Error("${options.name} is not finished");
  },
});
`;
}

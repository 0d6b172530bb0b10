import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { agentDescription } from "../../shared/contract/agent-api.ts";
import { entryPoints, roomOf } from "../../shared/contract/entry-points.ts";
import { apiOf, operationId } from "../../shared/contract/operation.ts";
import { platformDescription } from "../../shared/contract/platform-api.ts";
import { operations } from "../../shared/contract/service.ts";
import { entryPointTemplate, type NewOperation, recordTemplate } from "./operation-templates.ts";

/** The files that a new operation adds or changes: path from the project's root, and the whole new text. */
export type FileChange = { path: string; text: string };

/** An invalid option. The terminal shows the message to the engineer. */
class InvalidOption extends Error {
  override readonly name = "InvalidOption";
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

/** The tag of a Platform API path, by its second segment. */
const TAGS: Readonly<Record<string, string>> = {
  payments: "Payments",
  balance: "Balance",
  balance_transactions: "Balance",
  settlements: "Balance",
  drivers: "Drivers",
  earnings: "Earnings",
  tax: "Tax",
  account: "Account",
  webhooks: "Webhooks",
  events: "Events",
  test_helpers: "Test helpers",
};

/** Checks what was typed. Throws an InvalidOption that names the option, the rule and the next step. */
export function readOptions(given: Partial<Record<keyof NewOperation, string>>): NewOperation {
  const { name = "", method = "", path = "" } = given;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name))
    throw new InvalidOption("NAME must be a verb and a noun in kebab-case, such as delete-bank-account.");
  if (entryPoints.some((entryPoint) => entryPoint.name === name))
    throw new InvalidOption(`${name} exists already. Choose another name.`);
  const known = METHODS.find((each) => each === method.toUpperCase());
  if (!known) throw new InvalidOption(`--method must be one of ${METHODS.join(", ")}.`);
  if (!/^\/(api|v1)(\/([a-z0-9_.-]+|\{[a-z_]+\}))+$/.test(path))
    throw new InvalidOption(
      "--path must start with /v1/ or /api/ and have parameters in braces, such as /v1/drivers/{id}.",
    );
  if (operations.some((operation) => operation.method === known && operation.path === path))
    throw new InvalidOption(`Another operation has ${known} ${path}. Choose another method or path.`);
  const api = apiOf({ path });
  const tags = Object.keys((api === "agent" ? agentDescription : platformDescription).tags);
  const tag = given.tag ?? (api === "platform" ? TAGS[path.split("/")[2] ?? ""] : undefined);
  if (!tag || !tags.includes(tag)) throw new InvalidOption(`--tag must be one of: ${tags.join(", ")}.`);
  return { name, method: known, path, tag };
}

/** Plans every file of a new operation. Reads the files that list operations below `root`; writes nothing. */
export function planOperation(root: string, options: NewOperation): FileChange[] {
  const room = roomOf(options);
  const record = `shared/contract/${room}/${options.name}.ts`;
  const entryPoint = `functions/${room}/${options.name}.ts`;
  for (const path of [record, entryPoint]) {
    if (existsSync(join(root, path)))
      throw new InvalidOption(`${path} exists already. Choose another name, or delete the file.`);
  }
  return [
    { path: record, text: recordTemplate(options, record) },
    { path: entryPoint, text: entryPointTemplate(options, record, entryPoint) },
    listed(root, options, record),
    requested(root, options, record),
  ];
}

/** The record's place in the list of its API: an import, and an entry before the API's own description. */
function listed(root: string, { name, path: route }: NewOperation, record: string): FileChange {
  const api = apiOf({ path: route });
  const path = `shared/contract/${api}-api.ts`;
  const exported = `${operationId(name)}Operation`;
  const own = `  get${api === "agent" ? "Agent" : "Platform"}OpenapiOperation,\n`;
  return {
    path,
    text: inserted(imported(read(root, path), exported, path, record), path, own, `  ${exported},\n`),
  };
}

/** Where each room's requests for the costs test are made. */
const REQUESTS: Readonly<Record<string, [maker: string, file: string]>> = {
  "platform/payments": ["paymentRequests", "keyed-requests.ts"],
  "platform/account": ["driverRequests", "keyed-driver-requests.ts"],
  "platform/test-helpers": ["paymentRequests", "keyed-requests.ts"],
  "platform/drivers": ["driverRequests", "keyed-driver-requests.ts"],
  "platform/earnings": ["earningsRequests", "keyed-requests.ts"],
  "platform/tax": ["taxRequests", "tax-requests.ts"],
  "platform/webhooks": ["webhookRequests", "keyed-requests.ts"],
};

function requested(root: string, options: NewOperation, record: string): FileChange {
  const { name, method, path: route } = options;
  if (apiOf(options) === "agent") {
    const path = "test/journeys/costs.test.ts";
    const exported = `${operationId(name)}Operation`;
    const text = imported(read(root, path), exported, path, record);
    const anchor = "const requests = new Map<Operation, () => Promise<{ status: number }>>([\n";
    const entry = `  // FINISH: make the request: \`${method} ${route}\`, with a body where it takes one.\n  [${exported}, () => cloud.call("${route}")],\n`;
    return { path, text: inserted(text, path, anchor, entry, "after") };
  }
  const folder = "test/support/partner";
  const [maker, file = ""] = REQUESTS[roomOf(options)] ?? [];
  if (!maker) throw new InvalidOption(`--tag ${options.tag} has no requests in ${folder}.`);
  const path = `${folder}/${file}`;
  const text = read(root, path);
  const start = text.indexOf(`function ${maker}(`);
  const end = text.lastIndexOf("\n  };\n", text.indexOf("\n}\n", start));
  if (start < 0 || end < start) throw new Error(`${path} has no ${maker} that ends in an object`);
  const call =
    method === "GET"
      ? `partner.get("${route}")`
      : method === "POST"
        ? `partner.post("${route}", {}, fresh())`
        : `partner.call("${route}", { method: "${method}" })`;
  const entry = `\n    // FINISH: fill in the path's ids and the body. The test makes this request twice.\n    "${name}": { ask: () => ${call} },`;
  return { path, text: text.slice(0, end) + entry + text.slice(end) };
}

function imported(text: string, name: string, into: string, from: string): string {
  const path = relative(dirname(into), from);
  const specifier = path.startsWith(".") ? path : `./${path}`;
  return `import { ${name} } from "${specifier}";\n${text}`;
}

function inserted(
  text: string,
  path: string,
  anchor: string,
  entry: string,
  where: "before" | "after" = "before",
): string {
  const at = text.indexOf(anchor);
  if (at < 0) throw new Error(`${path} has no line ${anchor.trim()}`);
  const split = where === "before" ? at : at + anchor.length;
  return text.slice(0, split) + entry + text.slice(split);
}

const read = (root: string, path: string): string => readFileSync(join(root, path), "utf8");

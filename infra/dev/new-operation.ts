import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { agentDescription } from "../../shared/contract/agent-api.ts";
import { entryPoints, roomOf } from "../../shared/contract/entry-points.ts";
import { apiOf, operationId } from "../../shared/contract/operation.ts";
import { platformDescription } from "../../shared/contract/platform-api.ts";
import { operations } from "../../shared/contract/service.ts";
import { entryPointTemplate, type NewOperation, recordTemplate, specifier } from "./operation-templates.ts";
import { misused } from "../local/base/stop.ts";

/** The files that a new operation adds or changes: path from the project's root, and the whole new text. */
export type FileChange = { path: string; text: string };

/** What a person does after the scaffold. CONTRIBUTING has the same steps, and says more of each. */
export const nextSteps = [
  "Complete each mark: `grep -rnE '^ *// FINISH:' shared functions`.",
  "Put its rules into `shared/domain` and its items into `shared/store`, each with a test.",
  "Move its list entry beside its neighbours: the order is the order of the documentation.",
  "Write its request into `test/support/partner`, beside those of its neighbours, or of the Agent API into `test/journeys/costs.test.ts`.",
  "Run `npm run docs:keys && npm run docs:nouns && npm run types`, then `npm test -- test/contract test/house test/store/key test/journeys/costs`.",
];

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const;

/** Checks what was typed. Throws an error that names the option, the rule and the next step. */
export function readOptions(options: Partial<Record<keyof NewOperation, string>>): NewOperation {
  const { name = "", method = "", path = "" } = options;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(name))
    throw misused("NAME must be a verb and a noun in kebab-case, such as delete-bank-account.");
  if (entryPoints.some((entryPoint) => entryPoint.name === name))
    throw misused(`${name} exists already. Choose another name.`);
  const known = METHODS.find((each) => each === method.toUpperCase());
  if (!known) throw misused(`--method must be one of ${METHODS.join(", ")}.`);
  if (!/^\/(api|v1)(\/([a-z0-9_.-]+|\{[a-z_]+\}))+$/.test(path))
    throw misused(
      "--path must start with /v1/ or /api/ and have parameters in braces, such as /v1/drivers/{id}.",
    );
  if (operations.some((operation) => operation.method === known && operation.path === path))
    throw misused(`Another operation has ${known} ${path}. Choose another method or path.`);
  const tags = Object.keys((apiOf({ path }) === "agent" ? agentDescription : platformDescription).tags);
  const tag = options.tag ?? neighbourOf(path)?.tag;
  if (!tag || !tags.includes(tag)) throw misused(`--tag must be one of: ${tags.join(", ")}.`);
  return { name, method: known, path, tag };
}

/** An operation of the Platform API whose path begins alike, as `/v1/drivers` and `/v1/drivers/{id}` do. */
const neighbourOf = (path: string) =>
  operations.find((each) => apiOf(each) === "platform" && each.path.split("/")[2] === path.split("/")[2]);

/** Plans every file of a new operation. Reads the list of its API below `root`; writes nothing. */
export function planOperation(root: string, options: NewOperation): FileChange[] {
  const room = roomOf(options);
  const record = `shared/contract/${room}/${options.name}.ts`;
  const entryPoint = `functions/${room}/${options.name}.ts`;
  for (const path of [record, entryPoint]) {
    if (existsSync(join(root, path)))
      throw misused(`${path} exists already. Choose another name, or delete the file.`);
  }
  return [
    { path: record, text: recordTemplate(options, record) },
    { path: entryPoint, text: entryPointTemplate(options, record, entryPoint) },
    listed(root, options, record),
  ];
}

/** The record's place in the list of its API: an import, and an entry before the API's own description. */
function listed(root: string, options: NewOperation, record: string): FileChange {
  const api = apiOf(options);
  const path = `shared/contract/${api}-api.ts`;
  const exported = `${operationId(options.name)}Operation`;
  const text = readFileSync(join(root, path), "utf8");
  const operationLine = `  get${api === "agent" ? "Agent" : "Platform"}OpenapiOperation,\n`;
  if (!text.includes(operationLine)) throw new Error(`${path} has no line ${operationLine.trim()}`);
  const entry = text.replace(operationLine, `  ${exported},\n${operationLine}`);
  return { path, text: `import { ${exported} } from "${specifier(path, record)}";\n${entry}` };
}

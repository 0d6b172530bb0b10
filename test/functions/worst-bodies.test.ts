import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { recordOf, worstBodyOf } from "../support/bill/hour.ts";
import { entryPoints, sourceOf } from "../../shared/contract/entry-points.ts";
import { MAX_BODY_BYTES } from "../../shared/contract/operation.ts";
import { operations, pages } from "../../shared/contract/service.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

process.env.BASE_URL = "http://localhost:3000";
await startEngine();

const root = join(import.meta.dirname, "..", "..");
const sources = new Map(entryPoints.map((entry) => [entry.name, sourceOf(entry)]));
type Handler = (event: APIGatewayProxyEventV2, context: object) => Promise<unknown>;

/** The routes that need no key and read a body, with their functions' names. */
const routes: [route: string, name: string][] = [
  ...operations
    .filter(({ scope }) => scope === undefined)
    .map(({ method, path, name }): [string, string] => [`${method} ${path}`, name]),
  ...pages.flatMap(({ name, routes }) => routes.map((route): [string, string] => [route, name])),
].filter(([route]) => worstBodyOf(route) > 0);

const repeated = (part: string, { start = "", end = "", separator = "" } = {}) => {
  const each = separator + part;
  const times = Math.floor((MAX_BODY_BYTES - start.length - end.length - part.length) / each.length);
  return start + part + each.repeat(times) + end;
};
/** As many texts as the largest body holds. */
function numbered(textOf: (n: number) => string, [start, end]: [string, string], separator: string): string {
  let text = start;
  for (let n = 0; text.length < MAX_BODY_BYTES - 40; n++) text += (n > 0 ? separator : "") + textOf(n);
  return text + end;
}

const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const list = { start: "[", end: "]", separator: "," };
const email = { start: '{"email":"', end: '"}' };
const bodies: Record<string, string> = {
  "a text without an end": repeated('\\"', { start: '"' }),
  "many names": numbered((n) => `"${n}":1`, ["{", "}"], ","),
  "many empty objects": repeated("{}", list),
  "many lists": repeated("[[]]", list),
  "many numbers": repeated("1", { ...list, start: '{"email":[', end: "]}" }),
  "a field of many objects": repeated("{}", { ...list, start: '{"platforms":[', end: "]}" }),
  "a long address": repeated("a.", { ...email, end: 'a@example.com"}' }),
  "a long text of escapes": repeated("\\u0061", email),
  "a long text of blanks": repeated(" ", email),
  "many messages": repeated(message, list),
  "a message with many arguments": numbered(
    (n) => `"${n}":1`,
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_signup","arguments":{', "}}}"],
    ",",
  ),
};
const forms: Record<string, string> = {
  "a form with many fields": numbered((n) => `${n}=1`, ["", ""], "&"),
  "a form of escapes": repeated("%61", { start: "email=" }),
  "a form with a long field": repeated("+", { start: "email=" }),
  "a form of separators": repeated("&"),
};
const worst = [
  ...Object.entries(bodies).map(([what, body]) => ({ what, body, type: "application/json" })),
  ...Object.entries(forms).map(([what, body]) => ({ what, body, type: "application/x-www-form-urlencoded" })),
];

/** Milliseconds of CPU. The least of the tries is that of warm code, and one try is enough below `most`. */
async function cpuOf(work: () => unknown, most = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 100 && least > most; tries++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** `JSON.parse` of a usual body of the largest size, here and now: so the figures hold on every machine. */
let unit = 0;
const payout = '{"driver_id":"drv_1","amount":12500,"currency":"usd","metadata":{"shift":"early"}}';
beforeAll(async () => {
  const usual = repeated(payout, list);
  unit = (await cpuOf(() => [...Array(10)].map(() => JSON.parse(usual)))) / 10;
});

test.each(routes)("the worst body of %s is no more work than its bound", async (route, name) => {
  const { handler }: { handler: Handler } = await import(join(root, `${sources.get(name)}`));
  const [method = "", path = ""] = route.split(" ");
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => [name, "x"]));
  const most = worstBodyOf(route);
  for (const { what, body, type } of worst) {
    const headers = {
      host: "localhost:3000",
      "content-type": type,
      accept: "application/json, text/event-stream",
    };
    const event = gatewayEvent(method, { path, params, headers, body });
    const work = (await cpuOf(() => handler(event, {}), most * unit)) / unit;
    expect([what, Math.round(work), work <= most]).toEqual([what, expect.any(Number), true]);
  }
});

test("COSTS.md has the write units and the bound of each", () => {
  const rows = readFileSync(join(root, "infra/operations/COSTS.md"), "utf8").split("\n");
  const expected = routes.map(
    ([route]) => `| \`${route}\` | ${recordOf(route).used.writeUnits} | ${worstBodyOf(route)} |`,
  );
  const compact = rows.map((row) => row.replaceAll(/ +/g, " "));
  const printed = compact.filter((row) => /^\| `\w+ \//.test(row));
  if (printed.join() !== expected.join()) process.stdout.write(`${expected.join("\n")}\n`);
  expect(printed).toEqual(expected);
});

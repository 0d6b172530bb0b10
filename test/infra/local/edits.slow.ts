import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { CopiedProject } from "../../support/cloud/copied-project.ts";

const project = new CopiedProject();
const HANDLER = "functions/agent/get-product-info.ts";
const RECORD = "shared/contract/agent/get-product-info.ts";
const product = async () => (await project.call("/api/agent/product")).json;
/** The first answer of correct code. */
const answered = () =>
  eventually(async () => {
    const reply = await product();
    return reply.fault === undefined && reply;
  });

beforeAll(() => project.start("--watch", "--time-scale", "60"));
beforeEach(() => project.forgetPrinted());

test("after an edit of a handler, the next request gets the new code, and one line says so", async () => {
  expect((await product()).type).toBe("Portable Roth IRA");
  await project.call("/api/agent/eligibility?filing_status=single&magi=1");
  project.edit(HANDLER, '"Portable Roth IRA"', '"Edited IRA"');
  await project.prints(/^Reloaded get-product-info \(\d+ ms\)$/m);
  expect((await product()).type).toBe("Edited IRA");
  expect(await Promise.all([product(), product()])).toHaveLength(2);
  expect(project.printed.match(/Reloaded/g)).toHaveLength(1);
});

test("after an edit of a shared file, the functions that ran are bundled when they are called", async () => {
  const eligible = "/api/agent/eligibility?filing_status=single&magi=1";
  await project.call(eligible);
  appendFileSync(join(project.dir, "shared/http/serve/serve.ts"), "\nexport const added = 1;\n");
  await project.prints(/^Reloaded [\w-]+, and \d+ more at their next call \(\d+ ms\)$/m);
  expect((await product()).type).toBe("Edited IRA");
  expect((await project.call(eligible)).status).toBe(200);
});

test("an edit that changes no content reloads nothing", async () => {
  project.edit(HANDLER, '"Edited IRA"', '"Edited IRA"');
  appendFileSync(join(project.dir, "functions/agent/check-roth-eligibility.ts"), "\n// A comment.\n");
  // A scheduled function that is being bundled at this moment may consist of the file too.
  await project.prints(/^Reloaded (?:check-roth-eligibility|[\w-]+, and 1 more)/m);
  expect(project.printed).not.toContain("Reloaded get-product-info");
});

test("a syntax error is one line, the reply names its place and no former code answers, until a correction", async () => {
  project.edit(HANDLER, "answer: (_, { reply })", "answer: (_, { reply ]");
  const fault = `${HANDLER}:7:23: Expected "}" but found "]"`;
  await project.prints(/ mistake .*get-product-info\.ts:7:23: Expected/);
  const { status, headers, json } = await project.call("/api/agent/product");
  expect([status, headers["x-local-fault"], json.fault]).toEqual([500, fault, fault]);
  const page = await project.call("/api/agent/product", { headers: { accept: "text/html" } });
  expect(page.text).toContain(`${HANDLER}:7:23: Expected &quot;}&quot;`);
  const { json: trace } = await project.call("/_local/console/recent");
  expect(JSON.stringify(trace)).toContain("get-product-info.ts:7:23");
  expect(project.printed.match(/ mistake /g)).toHaveLength(1);
  project.edit(HANDLER, "answer: (_, { reply ]", "answer: (_, { reply })");
  expect((await answered()).type).toBe("Edited IRA");
});

test.each([
  [
    "throws while it loads",
    'throw new Error("at import");',
    /^functions\/agent\/get-product-info\.ts:\d+:\d+: Error: at import$/,
  ],
  ["never finishes loading", "await new Promise(() => {});", /top-level await/],
])("code that %s is named in the reply, and a correction ends it", async (_, code, reason) => {
  const [good, bad] = ["export const handler =", `${code}\nexport const handler =`];
  project.edit(HANDLER, good, bad);
  const fault = await eventually(async () => (await product()).fault);
  expect(fault).toMatch(reason);
  await project.prints(/^get-product-info failed: /m);
  project.edit(HANDLER, bad, good);
  expect((await answered()).type).toBe("Edited IRA");
});

test("an edit of a stylesheet changes the pages", async () => {
  const stylesheet = async () => /\/assets\/[\w-]+\.css/.exec((await project.call("/")).text)?.[0] ?? "";
  const before = await stylesheet();
  project.edit("shared/pages/layout/base.css", "--accent: #0a654a", "--accent: #0a654b");
  const after = await eventually(async () => {
    const now = await stylesheet();
    return now !== before && now !== "" && now;
  });
  expect((await project.call(after)).text).toContain("#0a654b");
});

test("a changed record moves its route, and state and running timers continue", async () => {
  const { json: signup } = await project.call("/api/agent/signups", {
    json: { email: "ana@example.com", sandbox: true },
  });
  project.edit(RECORD, 'path: "/api/agent/product"', 'path: "/api/agent/moved"');
  await project.prints(/^Reloaded the stack \(\d+ ms\)$/m);
  expect((await project.call("/api/agent/moved")).status).toBe(200);
  expect((await project.call("/api/agent/product")).status).toBe(404);
  const opened = await eventually(async () => {
    const { json } = await project.call(`/api/agent/signups/${signup.signup_id}`);
    return json.status === "account_opened" && json;
  });
  expect(opened.signup_id).toBe(signup.signup_id);
});

test("the functions, schedules and queues of a changed stack follow", async () => {
  project.edit("infra/stack/tax-walks.ts", 'hour: "6"', 'hour: "7"');
  await project.prints(/^Reloaded the stack/m);
  const { json: schedules } = await project.call("/_local/schedules");
  expect(JSON.stringify(schedules)).toContain("cron(0 7 ");
  project.forgetPrinted();
  project.edit("infra/stack/operation-function.ts", "STAGE: stage,", 'STAGE: stage, BASE_PATH: "/x",');
  project.edit("infra/stack/mail.ts", "this.queue =", 'deadLetterQueue(this, "More"); this.queue =');
  await project.prints(/^Reloaded the stack/m);
  const [id] = /MailMore\w+/.exec(project.template()) ?? [];
  expect((await project.call(`/_local/queues/${id}`)).json).toMatchObject({ ready: [] });
  expect(project.template()).toContain('"BASE_PATH"');
});

test("a stack that the local cloud refuses is shown, and after its repair everything follows", async () => {
  const [few, many] = [
    "reserved !== undefined && { reservedConcurrentExecutions: reserved }",
    "{ reservedConcurrentExecutions: 20 }",
  ];
  project.edit("infra/stack/operation-function.ts", few, many);
  project.edit("infra/stack/tax-walks.ts", 'hour: "7"', 'hour: "8"');
  await project.prints(/ mistake .*The template reserves \d+ of the account's concurrency/);
  project.edit("infra/stack/operation-function.ts", many, few);
  await project.prints(/^Reloaded the stack/m);
  const { json: schedules } = await project.call("/_local/schedules");
  expect(JSON.stringify(schedules)).toContain("cron(0 8 ");
  project.forgetPrinted();
  project.edit("infra/stack/tax-walks.ts", 'hour: "8"', 'hour: "7"');
  await project.prints(/^Reloaded the stack/m);
});

test("a stack that cannot be synthesised is one line, the former one runs, and replies say so", async () => {
  project.edit("infra/stack/tax-walks.ts", 'hour: "7"', "hour: sixth");
  const [line] = await project.prints(/ mistake .*$/m);
  expect(line).toMatch(/infra\/stack\/tax-walks\.ts:\d+: ReferenceError: sixth is not defined$/);
  const { status, headers } = await project.call("/api/agent/moved");
  expect(status).toBe(200);
  expect(headers["x-local-fault"]).toMatch(/^The former stack runs\. infra\/stack\/tax-walks\.ts/);
  project.edit("infra/stack/tax-walks.ts", "hour: sixth", 'hour: "6"');
  await project.prints(/^Reloaded the stack/m);
  expect((await project.call("/api/agent/moved")).headers["x-local-fault"]).toBeUndefined();
});

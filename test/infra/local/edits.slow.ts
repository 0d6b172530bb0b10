import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { CopiedProject } from "../../support/cloud/copied-project.ts";

const project = new CopiedProject();
const HANDLER = "functions/agent/get-product-info.ts";
const RECORD = "shared/contract/agent/get-product-info.ts";
const product = async () => (await project.call("/api/agent/product")).json;

beforeAll(() => project.start("--watch", "--time-scale", "60"));
beforeEach(() => project.forgetPrinted());

test("after an edit of a handler, the next request gets the new code, and one line says so", async () => {
  expect((await product()).type).toBe("Portable Roth IRA");
  await project.call("/api/agent/eligibility?filing_status=single&magi=1");
  project.edit(HANDLER, "productInfo(baseUrl())", '{ ...productInfo(baseUrl()), type: "Edited IRA" }');
  await project.prints(/^Reloaded get-product-info \(\d+ ms\)$/m);
  expect((await product()).type).toBe("Edited IRA");
  expect(await Promise.all([product(), product()])).toHaveLength(2);
  expect(project.printed.match(/Reloaded/g)).toHaveLength(1);
});

test("an edit that changes no content reloads nothing", async () => {
  project.edit(HANDLER, '"Edited IRA"', '"Edited IRA"');
  appendFileSync(join(project.dir, "functions/agent/check-roth-eligibility.ts"), "\n// A comment.\n");
  // A scheduled function that is being bundled at this moment may consist of the file too.
  await project.prints(/^Reloaded (?:check-roth-eligibility|[\w-]+, and 1 more)/m);
  expect(project.printed).not.toContain("Reloaded get-product-info");
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
  project.edit("infra/stack/tax-walks.ts", 'hour: "2,6"', 'hour: "2,7"');
  await project.prints(/^Reloaded the stack/m);
  const { json: schedules } = await project.call("/_local/schedules");
  expect(JSON.stringify(schedules)).toContain("cron(0 2,7 ");
  project.forgetPrinted();
  project.edit("infra/stack/operation-function.ts", "STAGE: stage,", 'STAGE: stage, BASE_PATH: "/x",');
  project.edit("infra/stack/mail.ts", "this.queue =", 'deadLetterQueue(this, "More"); this.queue =');
  await project.prints(/^Reloaded the stack/m);
  const [id] = /MailMore\w+/.exec(project.template()) ?? [];
  expect((await project.call(`/_local/queues/${id}`)).json).toMatchObject({ ready: [] });
  expect(project.template()).toContain('"BASE_PATH"');
});

test("a stack that the local cloud refuses is shown, and after its repair everything follows", async () => {
  const few = "architecture: Architecture.ARM_64,";
  const many = "architecture: Architecture.ARM_64, reservedConcurrentExecutions: 20,";
  project.edit("infra/stack/operation-function.ts", few, many);
  project.edit("infra/stack/tax-walks.ts", 'hour: "2,7"', 'hour: "2,8"');
  await project.prints(/ mistake .*The template reserves \d+ of the account's concurrency/);
  project.edit("infra/stack/operation-function.ts", many, few);
  await project.prints(/^Reloaded the stack/m);
  const { json: schedules } = await project.call("/_local/schedules");
  expect(JSON.stringify(schedules)).toContain("cron(0 2,8 ");
  project.forgetPrinted();
  project.edit("infra/stack/tax-walks.ts", 'hour: "2,8"', 'hour: "2,7"');
  await project.prints(/^Reloaded the stack/m);
});

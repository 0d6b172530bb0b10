import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { CopiedProject } from "../../support/cloud/copied-project.ts";

const project = new CopiedProject();
const HANDLER = "functions/agent/get-product-info.ts";
const RECORD = "shared/contract/agent/get-product-info.ts";
const product = async () => (await project.call("/api/agent/product")).json;

beforeAll(() => project.start("--watch", "--time-scale", "60"));
beforeEach(() => project.forgetPrinted());
afterAll(() => project.remove());

describe("an edit while the local cloud runs", () => {
  test("after an edit of a handler, the next request gets the new code, and one line says so", async () => {
    expect((await product()).type).toBe("Portable Roth IRA");
    await project.call("/api/agent/eligibility?filing_status=single&magi=1");
    project.edit(HANDLER, '"Portable Roth IRA"', '"Edited IRA"');
    await project.prints(/^Reloaded get-product-info \(\d+ ms\)$/m);
    expect((await product()).type).toBe("Edited IRA");
    expect(await Promise.all([product(), product()])).toHaveLength(2);
    expect(project.printed.match(/Reloaded/g)).toHaveLength(1);
  });

  test("an edit that changes no content reloads nothing", async () => {
    project.edit(HANDLER, '"Edited IRA"', '"Edited IRA"');
    appendFileSync(join(project.dir, "functions/agent/check-roth-eligibility.ts"), "\n// A comment.\n");
    await project.prints(/^Reloaded check-roth-eligibility /m);
    expect(project.printed).not.toContain("get-product-info");
  });

  test("a syntax error is shown with its line, the last good code continues, and a repair ends it", async () => {
    project.edit(HANDLER, "answer: (_, { reply })", "answer: (_, { reply ]");
    await project.prints(/functions\/agent\/get-product-info\.ts:7:22: ERROR: /);
    expect((await product()).type).toBe("Edited IRA");
    project.edit(HANDLER, "answer: (_, { reply ]", "answer: (_, { reply })");
    await project.prints(/^Reloaded get-product-info /m);
    expect((await product()).type).toBe("Edited IRA");
  });

  test("code that throws while it loads is shown with its line, and the last good code continues", async () => {
    const [good, bad] = ["export const handler =", 'throw new Error("at import");\nexport const handler ='];
    project.edit(HANDLER, good, bad);
    await project.prints(
      /^get-product-info failed: Error: at import \(while it was loaded\)\n +at functions\/agent\/get-product-info\.ts:\d+:\d+\nThe last good code continues\.$/m,
    );
    expect((await product()).type).toBe("Edited IRA");
    project.edit(HANDLER, bad, good);
    await project.prints(/^Reloaded get-product-info /m);
    expect((await product()).type).toBe("Edited IRA");
  });

  test("code that never finishes loading is shown, and the next edit is followed", async () => {
    const [good, bad] = ["export const handler =", "await new Promise(() => {});\nexport const handler ="];
    project.edit(HANDLER, good, bad);
    await project.prints(
      /^get-product-info failed: .*top-level await.*\(while it was loaded\)[\s\S]*\nThe last good code continues\.$/m,
    );
    expect((await product()).type).toBe("Edited IRA");
    project.edit(HANDLER, bad, good);
    await project.prints(/^Reloaded get-product-info /m);
    expect((await product()).type).toBe("Edited IRA");
  });

  test("code that needs a setting is tried again after the stack has it", async () => {
    const [good, needy] = [
      "export const handler =",
      'if (!process.env.NEEDED) throw new Error("no setting");\nexport const handler =',
    ];
    project.edit(HANDLER, good, needy);
    await project.prints(/^get-product-info failed: Error: no setting /m);
    project.edit("infra/stack/operation-function.ts", "STAGE: stage,", 'STAGE: stage, NEEDED: "yes",');
    await project.prints(/^Reloaded get-product-info /m);
    expect((await product()).type).toBe("Edited IRA");
    project.forgetPrinted();
    project.edit(HANDLER, needy, good);
    project.edit("infra/stack/operation-function.ts", 'STAGE: stage, NEEDED: "yes",', "STAGE: stage,");
    await project.prints(/^Reloaded the stack/m);
  });

  test("an edit of a stylesheet changes the pages", async () => {
    const stylesheet = async () => /\/assets\/[\w-]+\.css/.exec((await project.call("/")).text)?.[0] ?? "";
    const before = await stylesheet();
    project.edit("shared/pages/layout/base.css", "--accent: #0a654a", "--accent: #0a654b");
    await project.prints(/^Reloaded .*show-page/m);
    const after = await stylesheet();
    expect(after).not.toBe(before);
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
    await project.prints(/^The template reserves \d+ of the account's concurrency/m);
    project.edit("infra/stack/operation-function.ts", many, few);
    await project.prints(/^Reloaded the stack/m);
    const { json: schedules } = await project.call("/_local/schedules");
    expect(JSON.stringify(schedules)).toContain("cron(0 8 ");
    project.forgetPrinted();
    project.edit("infra/stack/tax-walks.ts", 'hour: "8"', 'hour: "7"');
    await project.prints(/^Reloaded the stack/m);
  });

  test("a stack that cannot be synthesised is shown with its line, and the last good one continues", async () => {
    project.edit("infra/stack/tax-walks.ts", 'hour: "7"', "hour: sixth");
    await project.prints(/The stack could not be synthesised:[\s\S]*infra\/stack\/tax-walks\.ts:\d+/);
    expect((await project.call("/api/agent/moved")).status).toBe(200);
    project.edit("infra/stack/tax-walks.ts", "hour: sixth", 'hour: "6"');
    await project.prints(/^Reloaded the stack/m);
  });
});

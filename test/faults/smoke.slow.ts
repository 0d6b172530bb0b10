import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Fault } from "../../infra/local/faults.ts";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { FAST_CLOCK } from "../support/cloud/shared-cloud.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: FAST_CLOCK });
});
afterEach(() => cloud.inject());
afterAll(endClouds);

type Outcome = { code: number; failed: string[]; skipped: string[]; results: Json[] };

/** `npm run ops -- smoke`. Patience is wall time, and the cloud's clock is fast. */
async function smoke(url = cloud.url, patience = "5"): Promise<Outcome> {
  const { code, stdout } = await opsWith({}, "smoke", "--url", url, "--patience", patience, "--json");
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Json);
  const named = (wanted: string) =>
    results.filter(({ result }) => result === wanted).map(({ check }) => check as string);
  return { code, failed: named("failed"), skipped: named("skipped"), results };
}

describe("npm run ops -- smoke", () => {
  test("on a whole stage, every check passes but that of what only AWS has", async () => {
    const { code, failed, skipped, results } = await smoke(cloud.url, "60");
    expect([code, failed]).toEqual([0, []]);
    expect(skipped).toEqual(["the alarms reach a person"]);
    expect(results.length).toBeGreaterThan(10);
  }, 240_000);

  test("it removes its key, its endpoint and its signup", async () => {
    const { code } = await smoke(cloud.url, "60");
    expect(code).toBe(0);
    const { data } = await cloud.command("list-accounts", {});
    const { name } = (data as Json[]).find((account) => /^smoke-/.test(account.name)) ?? {};
    const keys = (await cloud.command("list-keys", { account: name })).data as Json[];
    expect(keys.every((key) => key.revoked_at !== undefined)).toBe(true);
  }, 240_000);

  const broken: [string, Fault[], RegExp][] = [
    [
      "transactions are refused",
      [{ kind: "error", action: "dynamodb:TransactWriteItems", caller: "create-driver" }],
      /^a transaction over several nouns/,
    ],
    ["the relay fails", [{ kind: "error", caller: "relay-outbox" }], /^the table's stream, the relay/],
    ["the signer fails", [{ kind: "error", caller: "deliver-webhook" }], /^the table's stream, the relay/],
    ["no timer starts", [{ kind: "throttle", action: "states:StartExecution" }], /^a payout's timer/],
    ["SES refuses email", [{ kind: "error", action: "ses:SendEmail" }], /^a confirmation email leaves/],
    [
      "the table does not answer",
      [{ kind: "error", action: "dynamodb:GetItem", caller: "show-health" }],
      /^the gateway answers/,
    ],
    ["keys cannot be written", [{ kind: "error", caller: "change-accounts" }], /^a partner's account gets/],
  ];
  test.each(broken)(
    "when %s, it says so and names the way out",
    async (_, faults, check) => {
      await cloud.inject(...faults);
      const { code, results } = await smoke();
      expect(code).toBe(1);
      const found = results.find((result) => check.test(result.check));
      expect(found).toMatchObject({ result: "failed", reason: expect.any(String) });
      expect(found?.way_out.length).toBeGreaterThan(20);
    },
    240_000,
  );

  test("when a function may use the items of others, it says so", async () => {
    const assembly = changedAssembly(cloud.dataDir, (resources) => {
      for (const [id, { Properties }] of Object.entries(resources))
        if (id.startsWith("LookUp"))
          for (const statement of statementsOf(Properties)) delete statement.Condition;
    });
    const open = await startCloud({ assembly, timeScale: FAST_CLOCK });
    const { failed } = await smoke(open.url);
    expect(failed).toContain("IAM refuses a function the items of another, also in a transaction");
  }, 240_000);
});

const statementsOf = ({ PolicyDocument, Policies = [] }: Json): Json[] =>
  [PolicyDocument, ...Policies.map((each: Json) => each.PolicyDocument)].flatMap(
    (each) => each?.Statement ?? [],
  );

test.each([
  [["--patience", "soon"], /--patience must be a number/],
  [["--stagge", "dev"], /Unknown option '--stagge'.*--help/],
])("wrong options are one line: %j", async (args, message) => {
  const { code, stderr } = await opsWith({}, "smoke", ...args);
  expect([code, stderr.trim().split("\n").length]).toEqual([2, 1]);
  expect(stderr).toMatch(message);
});

import { afterEach, expect, test } from "@jest/globals";
import type { Fault } from "../../infra/local/platform/faults.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { changedAssembly } from "../support/cloud/changed-assembly.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { FAST_CLOCK } from "../support/cloud/shared-cloud.ts";

const cloud = await startCloud({ timeScale: FAST_CLOCK });
afterEach(() => cloud.inject());

type Outcome = { code: number; failed: string[]; skipped: string[]; results: Json[] };

/** `npm run ops -- smoke`. The timeout is wall time, and the cloud's clock is fast. */
async function smoke(url: string, timeout: string): Promise<Outcome> {
  const { code, stdout } = await opsWith({}, "smoke", "--url", url, "--timeout", timeout, "--json");
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Json);
  const named = (verdict: string) =>
    results.filter(({ result }) => result === verdict).map(({ check }) => check as string);
  return { code, failed: named("failed"), skipped: named("skipped"), results };
}

/** The start of each check's name that a test expects to fail. */
const ISOLATION = "IAM refuses a function the items of another";
const GATEWAY = "the gateway answers";
const KEY = "a partner's account gets";
const TRANSACTION = "a transaction over several nouns";
const EVENT = "the table's stream, the relay";
const PAYOUT = "a payout's hint";
const SIGNUP = "a sandbox signup's timer";
const EMAIL = "a confirmation email leaves";

/** Exactly these checks fail, and each says why and names a way out. */
function expectFailed({ code, results }: Outcome, expected: readonly string[]): void {
  const failed = results.filter(({ result }) => result === "failed");
  expect([code, failed.map(({ check }) => check)]).toEqual([
    1,
    expected.map((start) => expect.stringMatching(new RegExp(`^${start}`))),
  ]);
  for (const { reason, way_out } of failed)
    expect([reason.length > 10, way_out.length > 20]).toEqual([true, true]);
}

test("on a whole stage, every check passes but that of what only AWS has, and nothing it made is left", async () => {
  const { code, failed, skipped, results } = await smoke(cloud.url, "60");
  expect([code, failed]).toEqual([0, []]);
  expect(skipped).toEqual(["the alarms reach a person"]);
  expect(results.length).toBeGreaterThan(10);
  const { data } = await cloud.command("list", { noun: "accounts" });
  const { name: account } = (data as Json[]).find(({ name }) => /^smoke-/.test(name)) ?? {};
  expect(typeof account).toBe("string");
  expect((await cloud.command("list", { noun: "keys", account })).data).toEqual([]);
  expect((await cloud.command("list", { noun: "endpoints", account })).data).toEqual([]);
  expect((await cloud.command("list", { noun: "signups" })).data).toEqual([]);
}, 240_000);

const broken: [string, Fault[], string[]][] = [
  [
    "the signer, the timers' starts, SES and a read of the table fail",
    [
      { kind: "error", caller: "deliver-webhook" },
      { kind: "throttle", action: "states:StartExecution" },
      { kind: "error", action: "ses:SendEmail" },
      { kind: "error", action: "dynamodb:GetItem", caller: "show-health" },
    ],
    [GATEWAY, EVENT, SIGNUP, EMAIL],
  ],
  [
    "the relay fails",
    [
      { kind: "error", caller: "relay-outbox" },
      { kind: "error", caller: "relay-events" },
    ],
    [EVENT, PAYOUT, SIGNUP, EMAIL],
  ],
];
test.each(broken)(
  "when %s, it says so and names the ways out",
  async (_, faults, checks) => {
    await cloud.inject(...faults);
    expectFailed(await smoke(cloud.url, "2"), checks);
  },
  240_000,
);

test("when transactions are refused, it says so, and skips what needs the driver", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems", caller: "create-driver" });
  const outcome = await smoke(cloud.url, "30");
  expectFailed(outcome, [TRANSACTION]);
  expect(outcome.skipped).toHaveLength(3);
}, 240_000);

test("when a function may use the items of others, and keys cannot be written, it says so", async () => {
  const assembly = changedAssembly(cloud.dataDir, (resources) => {
    for (const [id, { Properties }] of Object.entries(resources))
      if (id.startsWith("LookUp"))
        for (const statement of statementsOf(Properties)) delete statement.Condition;
  });
  const open = await startCloud({ assembly, timeScale: FAST_CLOCK });
  await open.inject({ kind: "error", caller: "change-accounts" });
  expectFailed(await smoke(open.url, "30"), [ISOLATION, KEY]);
  const { data } = await open.command("show", { id: "stage" });
  expect(data).toMatchObject({ foreign_read: "allowed", foreign_transaction: "allowed" });
}, 240_000);

const statementsOf = ({ PolicyDocument, Policies = [] }: Json): Json[] =>
  [PolicyDocument, ...Policies.map((each: Json) => each.PolicyDocument)].flatMap(
    (each) => each?.Statement ?? [],
  );

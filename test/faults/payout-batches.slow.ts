import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { asked } from "../support/partner/payouts.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await startCloud();
const BATCHES = "/v1/payments/batches";
const ITEMS = 24;

/** Every third payout is refused. Expects each result, each payout paid once, and a clean ledger. */
async function expectDone(partner: Partner, at: string): Promise<void> {
  const counts = { total: ITEMS, pending: 0, created: 16, rejected: 8 };
  expect(await partner.read(at)).toMatchObject({ status: "completed", counts });
  const { data } = await partner.read(`${at}/items?limit=100`);
  const made = data.flatMap(({ payout_id }: { payout_id: string | null }) => payout_id ?? []);
  expect([made.length, new Set(made).size]).toEqual([16, 16]);
  expect((await partner.read("/v1/payments?limit=1")).total_count).toBe(16);
  expect((await partner.read("/v1/events?type=payment.batch.completed")).total_count).toBe(1);
  const audit = await cloud.command("audit-ledger", { account: partner.accountId });
  expect(audit).toMatchObject({ ok: true, data: [] });
}

async function send(partner: Partner) {
  const { id } = await partner.driver();
  const payouts = Array.from({ length: ITEMS }, (_, i) => asked(id, i % 3 === 2 ? { amount: 1 } : {}));
  const { id: batch_id } = await partner.create(BATCHES, { payouts });
  const body = JSON.stringify({ kind: "batch", account_id: partner.accountId, mode: "test", batch_id });
  return { at: `${BATCHES}/${batch_id}`, body };
}

const actions = ["TransactWriteItems", "PutItem", "UpdateItem", "Query", "GetItem"] as const;
const kinds = ["lost-answer", "error", "throttle", "conflict"] as const;
test.each(kinds)(
  "each payout is made once and has its result, though calls meet the fault %s",
  async (kind) => {
    for (const action of actions) {
      if (kind === "conflict" && action !== "TransactWriteItems") continue;
      const partner = await newPartner(cloud);
      const { at } = await send(partner);
      // More than the SDK's own tries, so that the worker itself meets them.
      await cloud.inject({ kind, action: `dynamodb:${action}`, caller: "make-payouts", times: 9 });
      await cloud.advance("30m");
      await cloud.inject();
      await expectDone(partner, at);
    }
  },
  300_000,
);

test("a message that comes four times at once, and again when all is done, makes each payout once", async () => {
  const partner = await newPartner(cloud);
  const { at, body } = await send(partner);
  const Records = ["1", "2", "3", "4"].map((messageId) => ({ messageId, body }));
  await Promise.all([1, 2].map(() => cloud.invoke("make-payouts", { Records })));
  await cloud.advance("5m");
  await cloud.invoke("make-payouts", { Records });
  await expectDone(partner, at);
}, 120_000);

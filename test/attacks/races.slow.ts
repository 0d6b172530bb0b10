import { expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

// Not the fast clock: a payout must stay pending until a helper moves it.
const cloud = await sharedCloud();
const partner = await newPartner(cloud);

/** Like any good client, it retries a 503, which conflicting writes cause. */
async function untilServed(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
  }
}

const atOnce = (count: number, ask: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => untilServed(() => ask(n))));

const count = (replies: Reply[], status: number) => replies.filter((reply) => reply.status === status).length;

test("18 different payouts under one key at once: one is paid, 17 get a 409", async () => {
  const { id } = await partner.driver();
  const replies = await atOnce(18, (n) =>
    partner.post(
      "/v1/payments/payout",
      { driver_id: id, amount: 1_000 + n, currency: "usd" },
      { "idempotency-key": "race" },
    ),
  );
  expect([count(replies, 201), count(replies, 409)]).toEqual([1, 17]);
  expect((await partner.read(`/v1/payments?driver_id=${id}`)).total_count).toBe(1);
});

test("20 bank accounts at once for one driver: 10 are added, the others get a 409", async () => {
  const { id } = await partner.driver();
  const replies = await atOnce(20, (n) =>
    partner.post(`/v1/drivers/${id}/bank-accounts`, { plaid_token: `public-sandbox-race-${4000 + n}` }),
  );
  expect([count(replies, 201), count(replies, 409)]).toEqual([10, 10]);
  expect((await partner.read(`/v1/drivers/${id}/bank-accounts`)).data).toHaveLength(10);
});

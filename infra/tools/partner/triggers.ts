import type { ApiClient } from "./api-client.ts";

/** Makes an event happen. Yields what it did. */
type Trigger = (client: ApiClient) => AsyncGenerator<string>;

/** The events that calls with a test key can cause without a person. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  "payment.completed": payout("complete"),
  "payment.failed": payout("fail"),
  "payment.refunded": payout("refund"),
  "driver.created": async function* (client) {
    yield (await newDriver(client)).line;
  },
  "driver.updated": async function* (client) {
    const { id, line } = await newDriver(client);
    yield line;
    await client.call("PATCH", `/v1/drivers/${id}`, { first_name: "Anna" });
    yield `renamed ${id}`;
  },
  "driver.bank_account.added": async function* (client) {
    const { id, line } = await newDriver(client);
    yield line;
    const { id: account } = await client.post(`/v1/drivers/${id}/bank-accounts`, {
      routing_number: "021000021",
      account_number: "000123456789",
      account_type: "checking",
    });
    yield `added ${account}`;
  },
  "tax.quarterly.due": async function* (client) {
    const { id, line } = await newDriver(client);
    yield line;
    await client.post(`/v1/test_helpers/tax/${id}/quarterly_due`, { year: 2026, q: "Q4" });
    yield `the fourth quarter of ${id} is due`;
  },
};

function payout(transition: "complete" | "fail" | "refund"): Trigger {
  return async function* (client) {
    const { id: driver_id, line } = await newDriver(client);
    yield line;
    // A standard payout waits a minute, so the test helper finds it pending.
    const wish = { driver_id, amount: 12_500, currency: "usd", method: "standard" };
    const { id } = await client.post("/v1/payments/payout", wish);
    yield `created ${id}`;
    const steps = transition === "refund" ? ["complete", "refund"] : [transition];
    for (const step of steps) {
      const { status } = await client.post(`/v1/test_helpers/payments/${id}/${step}`, {});
      yield `${id} is ${status}`;
    }
  };
}

async function newDriver(client: ApiClient): Promise<{ id: string; line: string }> {
  const { id } = await client.post("/v1/drivers", {
    ...{ email: "ana@example.com", first_name: "Ana", last_name: "Ng" },
  });
  return { id: String(id), line: `created ${id}` };
}

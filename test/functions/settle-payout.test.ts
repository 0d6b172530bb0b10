import { expect, jest, test } from "@jest/globals";
import { addressOf, type Owner } from "../../shared/domain/owner.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { sandboxRail } from "../../shared/domain/payout/sandbox-rail.ts";
import { newDriver, newOwner, payouts } from "../store/payout-steps.ts";
import { atInstant } from "../support/cloud/at-instant.ts";

const { handler } = await import("../../functions/timers/settle-payout.ts");

const created = Date.parse("2126-11-21T09:30:00.000Z");
const iso = (seconds: number) => new Date(created + seconds * 1000).toISOString();

async function payout(bank_last4: string) {
  const owner: Owner = newOwner();
  const driver_id = await newDriver(owner);
  const body = { driver_id, amount: 10_000, currency: "usd", method: "standard" } as const;
  const made = { ...createPayout(body, undefined, new Date(created)), bank_last4 };
  await payouts.putPayout(owner, made, undefined, undefined);
  const id = addressOf(owner, made.id);
  return {
    /** Calls the timer, `seconds` after the creation of the payout. */
    at: (seconds: number) =>
      atInstant(created + seconds * 1000, async () => handler({ id, at: iso(seconds) })),
    status: async () => (await payouts.findPayout(owner, made.id))?.status,
    id,
  };
}

test("a payout without a further step is settled by one call", async () => {
  const { at, status, id } = await payout("1111");
  expect(await at(30)).toEqual({ done: false, id, at: iso(60) });
  expect(await at(60)).toMatchObject({ done: true });
  expect(await status()).toBe("completed");
  expect(await at(61)).toMatchObject({ done: true });
});

test("a payout that is refunded later is called again at its refund", async () => {
  const { at, status, id } = await payout("0009");
  expect(await at(60)).toEqual({ done: false, id, at: iso(180) });
  expect(await status()).toBe("completed");
  expect(await at(180)).toMatchObject({ done: true });
  expect(await status()).toBe("refunded");
});

test("the rail is asked about the moved payout until it answers null, also after an error", async () => {
  const { at, status } = await payout("1111");
  const next = jest.spyOn(sandboxRail, "next");
  next.mockImplementationOnce(async () => ({ transition: "complete", at: iso(60) }));
  next.mockRejectedValueOnce(new Error("The rail does not answer"));
  await expect(at(60)).rejects.toThrow("The rail does not answer");
  expect(await status()).toBe("completed");
  expect(await at(61)).toMatchObject({ done: true });
  expect(next.mock.calls.map(([asked]) => asked.status)).toEqual(["pending", "completed", "completed"]);
});

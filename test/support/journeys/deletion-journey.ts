import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { freshEmail } from "../cloud/cloud.ts";
import { earned, paid } from "../partner/driver-figures.ts";
import type { Partner } from "../partner/platform.ts";
import { ask, create, keyed } from "./calls.ts";
import { decide } from "./consent-decisions.ts";

/**
 * A driver is deleted. Replayed requests are refused. The payouts can still be listed, and refunded by the
 * helper and by the timer.
 */
export async function deletionJourney(partner: Partner, timeoutMs: number): Promise<void> {
  const request = keyed({ email: freshEmail(), first_name: "A", last_name: "B", external_id: freshEmail() });
  const { id } = (await partner.call("/v1/drivers", request)).json;
  // Another driver's `external_id` is refused.
  await partner.call("/v1/drivers", keyed(request.json));
  await ask(partner, "PATCH", `/v1/drivers/${id}`, 200, { email: freshEmail() });
  const date = "2026-01-01";
  const logs = [
    [`/v1/tax/${id}/mileage`, keyed({ miles: 1, date })],
    [`/v1/tax/${id}/expenses`, keyed({ category: "supplies", amount: 500, business_share: 50, date })],
  ] as const;
  for (const [path, entry] of logs) await partner.call(path, entry);
  await earned(partner, id, { pay: 500 });
  const connection = { platform: "uber", redirect_url: "https://app.example.com/back" };
  await decide(partner, `/v1/earnings/${id}/connect`, connection, "allow");
  const settling = await create(partner, "/v1/payments/payout", {
    driver_id: id,
    amount: 500,
    currency: "usd",
  });
  await ask(partner, "DELETE", `/v1/drivers/${id}`, 200);
  await partner.call("/v1/drivers", request);
  for (const [path, entry] of logs) await partner.call(path, entry);
  for (const list of ["payments", "balance_transactions"])
    await ask(partner, "GET", `/v1/${list}?driver_id=${id}`, 200);
  await partner.call(`/v1/test_helpers/payments/${settling.id}/refund`, keyed());
  await formsOfDeletedDriver(partner, timeoutMs);
  // On a fast clock the refund can come before the deletion. The journey then tries another driver.
  for (let attempt = 0; attempt < 10; attempt++) {
    const driver = await partner.driver();
    await partner.bankAccount(driver.id, "0009");
    const at = `/v1/payments/${(await partner.payout(driver.id)).id}`;
    await ask(partner, "DELETE", `/v1/drivers/${driver.id}`, 200);
    const { status } = await ask(partner, "GET", at, 200);
    await eventually(async () => (await ask(partner, "GET", at, 200)).status === "refunded", timeoutMs);
    if (status === "completed") return;
  }
}

/** A deletion issues the form of a year, and a refund after it corrects the form of another year. */
async function formsOfDeletedDriver(partner: Partner, timeoutMs: number): Promise<void> {
  const { id } = await partner.driver();
  // No other payout of the journey counts in this year.
  await paid(partner, id, { paid_2025: 300_000 });
  const payout = await partner.payout(id, { amount: 300_000 });
  await ask(partner, "DELETE", `/v1/drivers/${id}`, 200);
  const formsOf = (year: string) =>
    ask(partner, "GET", `/v1/tax/documents?year=${year}&driver_id=${id}`, 200);
  if ((await formsOf("2025")).total_count !== 1) throw new Error("The deletion issued no form");
  const year = String(payout.created_at).slice(0, 4);
  const issued = (await formsOf(year)).total_count;
  await partner.call(`/v1/test_helpers/payments/${payout.id}/refund`, keyed());
  await eventually(async () => (await formsOf(year)).total_count === 2 * issued, timeoutMs);
}

import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import type { OperatorOptions } from "../cloud/operator-call.ts";
import { enforce, FUND } from "../partner/balance.ts";
import { paid } from "../partner/driver-figures.ts";
import { newCompany, newPartner, type Partner } from "../partner/platform.ts";

/** Calls the operators' commands that no other journey calls. Throws if one does not work. */
export async function operatorsJourney(cloud: Cloud): Promise<void> {
  const email = freshEmail();
  const from = freshAddress();
  const { signup_id } = (await cloud.post("/api/agent/signups", { email }, { from })).json;
  await cloud.post("/api/waitlist", { email }, { from });
  await run(cloud, "show-signup", { signup_id });
  await run(cloud, "show-timeline", { id: signup_id });
  await run(cloud, "find-signup", { email });
  await run(cloud, "list-signups", {});

  await run(cloud, "list-waitlist", {});
  await run(cloud, "export-waitlist", {}, { reveal: true });
  await run(cloud, "remove-from-waitlist", { email });
  await cloud.post("/api/agent/partners", { company: email, email }, { from });
  await run(cloud, "erase-person", { email, lock: true });

  const partner_id = await newCompany(cloud);
  await run(cloud, "list-partners", {});
  await run(cloud, "refuse-partner", { partner_id });
  await run(cloud, "approve-partner", { partner_id });
  await run(cloud, "show-partner", { partner_id });

  const network = "203.0.113.0/24";
  await run(cloud, "block-network", { network });
  await run(cloud, "list-networks", {});
  await run(cloud, "unblock-network", { network });

  const account = freshEmail();
  await run(cloud, "create-key", { account });
  await run(cloud, "list-accounts", {});
  await run(cloud, "show-account", { account });
  await run(cloud, "list-keys", { account });
  await run(cloud, "set-tier", { account, tier: "enterprise", per_minute: "200", per_second: "20" });
  await run(cloud, "suspend-account", { account });
  await run(cloud, "resume-account", { account });
  await run(cloud, "add-admin", { account, email: freshEmail(), company: "Acme Fleet" });
  await run(cloud, "add-admin", { account, email: freshEmail() });
  const name = freshEmail();
  await objectsOf(await newPartner(cloud, { account: name }), name);
  await moneyOf(await newPartner(cloud, { account: name }), name);
  await run(cloud, "list-queues", {});
  await run(cloud, "redrive-queues", { queue: "all" });
  await run(cloud, "list-timers", {});
  await run(cloud, "restart-timers", { timer: "all" });
  // It is refused, after each state machine was asked.
  await cloud.command("restart-timers", { timer: "none" });
  // It finds what other journeys invent.
  await cloud.command("audit-ledger", {});
  // It is refused, after the receipts were read.
  await cloud.command("show-receipts", { id: signup_id });
  await run(cloud, "list-audit", {});
  await run(cloud, "check-stage", {});
}

/** Corrects a payout of a driver, and that correction after the driver was deleted. */
async function moneyOf(partner: Partner, account: string): Promise<void> {
  const { cloud } = partner;
  const correct = async (transaction_id: string, from: string, to: string) => {
    const move = { account, transaction_id, from, to, amount: "10" };
    await run(cloud, "correct-balance", move, { reason: "A journey of all commands" });
  };
  await run(cloud, "credit-balance", { account, amount: "100", reference: "wire 1" });
  const { id: driver_id } = await partner.driver();
  await partner.payout(driver_id);
  const newest = async () => (await partner.read("/v1/balance_transactions?limit=1")).data[0].id;
  await correct(await newest(), `driver:${driver_id}`, "funds");
  await run(cloud, "erase-account-driver", { account, driver_id });
  await correct(await newest(), "funds", `driver:${driver_id}`);
  // It is refused, after all shards of the balance were read at one instant.
  await enforce(partner, true);
  const { id: transaction_id } = await partner.create(FUND, { amount: 1 });
  const move = { account, transaction_id, from: "funds", to: "outside", outside: true };
  await cloud.command(
    "correct-balance",
    { ...move, amount: "99999999999" },
    { reason: "A journey of all commands" },
  );
}

/** Looks at the objects of an account, which its name finds. */
async function objectsOf(partner: Partner, account: string): Promise<void> {
  const { cloud } = partner;
  const { id: driver_id } = await partner.driver();
  await run(cloud, "show-driver", { account, driver_id });
  // The erasure issues the form of a year, so it uses every grant.
  await paid(partner, driver_id, { paid_2025: 300_000 });
  await run(cloud, "erase-account-driver", { account, driver_id });
  const { id: endpoint_id } = await partner.create("/v1/webhooks", {
    url: "http://localhost:9/hook",
    events: ["*"],
  });
  const ping = await partner.call(`/v1/webhooks/${endpoint_id}/ping`, { method: "POST" });
  await run(cloud, "list-endpoints", { account });
  await run(cloud, "show-endpoint", { account, endpoint_id });
  await run(cloud, "list-deliveries", { account, endpoint_id });
  await timelinesOf(partner, account, ping.json.id);
  await run(cloud, "disable-endpoint", { account, endpoint_id });
}

/** Of each kind of object: with its account, or found among all. */
async function timelinesOf(partner: Partner, account: string, delivery: string): Promise<void> {
  const { cloud } = partner;
  const { id: driver } = await partner.driver();
  const { id: payout } = await partner.payout(driver, { method: "instant" });
  const { id: batch } = await partner.create("/v1/payments/batches", {
    payouts: [{ driver_id: driver, amount: 100, currency: "usd" }],
  });
  const { headers } = await partner.post("/v1/payments/payout", {});
  const { data } = await partner.read(`/v1/balance_transactions?payout=${payout}`);
  const [event] = (await partner.read("/v1/events?type=payment.completed")).data;
  for (const id of [driver, payout, batch, event.id, data[0].id]) await run(cloud, "show-timeline", { id });
  for (const id of [delivery, headers["x-request-id"]]) await run(cloud, "show-timeline", { id, account });
}

async function run(cloud: Cloud, name: string, input: object, more: OperatorOptions = {}): Promise<void> {
  const { ok, message } = await cloud.command(name, input, more);
  if (!ok) throw new Error(`${name}: ${message}`);
}

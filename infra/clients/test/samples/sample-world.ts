import { settlementExample } from "../../../../shared/contract/platform/balance/settlement-shapes.ts";
import { brand } from "../../../../shared/domain/brand/brand.ts";
import { plusDays } from "../../../../shared/domain/time/day.ts";
import { postForm } from "../../../../test/support/cloud/browserless.ts";
import { type Cloud, freshAddress, freshEmail } from "../../../../test/support/cloud/cloud.ts";
import { paid } from "../../../../test/support/partner/driver-figures.ts";
import { payoutTo } from "../../../../test/support/partner/payouts.ts";
import { newPartner, type Partner } from "../../../../test/support/partner/platform.ts";
import { Receiver } from "../../../../test/support/partner/receiver.ts";
import { AGREE, invited } from "../../../../test/support/partner/savings.ts";
import { settledDay } from "../../../../test/support/partner/settled-day.ts";
import { eventually } from "../../../local/test/support/eventually.ts";
import type { PageSample } from "./page-samples.ts";
import type { Recorder } from "./recorder.ts";

/** The ids by the names in samples. An operation that moves or deletes an object has one of its own. */
type Own = Readonly<Record<string, string>>;

/** An account with the objects that the samples name. */
export type SampleWorld = { partner: Partner; idsOf: (sample: string) => Own };

export async function sampleWorld(cloud: Cloud): Promise<SampleWorld> {
  const partner = await newPartner(cloud);
  const connected = async () => {
    const { id } = await partner.driver();
    const consent = { platform: "doordash", redirect_url: "https://app.example.com/back" };
    const { state } = await partner.create(`/v1/earnings/${id}/connect`, consent);
    await postForm(cloud, `/connect/${state}`, { decision: "allow" });
    return id;
  };
  const driver = await connected();
  const standard = async () => (await partner.payout(driver, { method: "standard" })).id;
  const account = async (ending: string) => (await partner.bankAccount(driver, ending)).id;
  const entry = async (log: string, of: object) =>
    (await partner.create(`/v1/tax/${driver}/${log}`, { date: "2026-07-03", ...of })).id;
  const mileage = () => entry("mileage", { miles: 1 });
  const expense = () => entry("expenses", { category: "supplies", amount: 1_000, business_share: 50 });
  await paid(partner, driver, { paid_2025: 1_000_000, paid_2026: 1_000_000 });
  // First, because a day passes, and a sandbox signup lasts no longer.
  await partner.payout(driver);
  const settled = await settledDay(cloud);
  const proposed = { payouts: [payoutTo(driver)], reason: "Deliveries" };
  const proposal = async () => (await partner.create("/v1/payments/proposals", proposed)).id;

  const receiver = await Receiver.start();
  const endpoint = async () =>
    (await partner.create("/v1/webhooks", { url: receiver.url(), events: ["payment.failed"] })).id;
  const webhook = await endpoint();
  const ping = await partner.create(`/v1/webhooks/${webhook}/ping`, undefined);
  // A delivery that is under way cannot be sent again.
  const delivery = `/v1/webhooks/${webhook}/deliveries/${ping.id}`;
  await eventually(async () => (await partner.read(delivery)).status === "delivered");
  const usual: Own = {
    DRIVER_ID: driver,
    PAYOUT_ID: (await partner.payout(driver)).id,
    BATCH_ID: (await partner.create("/v1/payments/batches", { payouts: [{}] })).id,
    PROPOSAL_ID: await proposal(),
    BALANCE_TRANSACTION_ID: (await partner.read("/v1/balance_transactions?limit=1")).data[0].id,
    ENDPOINT_ID: webhook,
    DELIVERY_ID: ping.id,
    EVENT_ID: ping.event_id,
    MILEAGE_ID: await mileage(),
    EXPENSE_ID: await expense(),
    BANK_ACCOUNT_ID: await account("6789"),
    ...(await ofAgents(cloud)),
  };
  const savers = await ofSavers(partner);
  // The samples have a minute's quota of their own.
  await cloud.advance("1m");
  // What follows is pending while the samples compile.
  await cloud.inject({ kind: "error", caller: "settle-payout", action: "dynamodb:BatchGetItem" });
  const special: Record<string, Own> = {
    ...savers,
    ...ofDay(settled),
    cancelPayoutProposal: { PROPOSAL_ID: await proposal() },
    approvePayoutProposal: { PROPOSAL_ID: await proposal() },
    completePayout: { PAYOUT_ID: await standard() },
    cancelPayout: { PAYOUT_ID: await standard() },
    disconnectPlatform: { DRIVER_ID: await connected() },
    deleteDriver: { DRIVER_ID: (await partner.driver()).id },
    deleteBankAccount: { BANK_ACCOUNT_ID: await account("6790") },
    failPayout: { PAYOUT_ID: await standard() },
    deleteMileage: { MILEAGE_ID: await mileage() },
    deleteExpense: { EXPENSE_ID: await expense() },
    deleteWebhook: { ENDPOINT_ID: await endpoint() },
  };
  return { partner, idsOf: (sample) => ({ ...usual, ...special[sample] }) };
}

/** What assistants make without a key. */
async function ofAgents(cloud: Cloud): Promise<Own> {
  const post = async (path: string, body: object) =>
    (await cloud.post(`/api/agent/${path}`, body, { from: freshAddress() })).json;
  return {
    SIGNUP_ID: (await post("signups", { email: "ana@example.com", sandbox: true })).signup_id,
    PARTNER_ID: (await post("partners", { company: freshEmail(), email: freshEmail() })).partner_id,
  };
}

/** The samples whose driver is invited to save, or saves. */
async function ofSavers(partner: Partner): Promise<Record<string, Own>> {
  const invitee = async () => {
    const { id } = await partner.driver();
    await invited(partner, id);
    return id;
  };
  const saver = async () => {
    const id = await invitee();
    await partner.create(`/v1/test_helpers/savings/${id}/act`, AGREE);
    return id;
  };
  return {
    getSavings: { DRIVER_ID: await invitee() },
    actOnSavings: { DRIVER_ID: await invitee() },
    endSavings: { DRIVER_ID: await saver() },
    settleContribution: { PAYOUT_ID: (await partner.payout(await saver())).id },
  };
}

/** The samples that name a day, and the days beside it. */
function ofDay(settled: string): Record<string, Own> {
  const { date } = settlementExample;
  const days = Object.fromEntries([1, 0, -1].map((n) => [plusDays(date, n), plusDays(settled, n)]));
  return { getSettlement: days, reconcile: days };
}

/** A sample as a reader runs it: with their key and the ids of their objects, against the recorder. */
export const readySample = (
  { name, text }: PageSample,
  { partner, idsOf }: SampleWorld,
  recorder: Recorder,
  address = partner.cloud.url,
): string =>
  withNames(text.replaceAll(address, recorder.url(name)), {
    ...idsOf(name),
    [`${brand.idPrefix}_test_YOUR_KEY`]: partner.key,
  });

export const withNames = (text: string, names: Own): string =>
  Object.entries(names).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);

import { invalid, missing, Problem } from "../../contract/errors.ts";
import { newProof } from "../../crypto/proof.ts";
import { createDriver } from "../../domain/driver/driver.ts";
import { openPeriod } from "../../domain/earnings/connection.ts";
import { newConsent } from "../../domain/earnings/consent.ts";
import type { Payout } from "../../domain/payout/payout.ts";
import { settleAtOnce } from "../../domain/payout/payout-rail.ts";
import { createPayout } from "../../domain/payout/payout-request.ts";
import { adapterOf } from "../../http/guard/adapters.ts";
import { limitPlayground } from "../../http/guard/own-limits.ts";
import { accountToPay } from "../../http/guard/require-bank-account.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { withSavings } from "../../http/savings/with-savings.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { findDriver, putDriver } from "../../store/driver/drivers.ts";
import { putConnection } from "../../store/earnings/connections.ts";
import { putConsent } from "../../store/earnings/consents.ts";
import { putPayout } from "../../store/payout/payouts.ts";
import { centsIn } from "../money/cents-in.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { openTestReceiver } from "./test-receiver.ts";

const PAGE = "/developers/playground/test";

const pageAfter = (isReceived: boolean) => (isReceived ? PAGE : `${PAGE}?done=no-receiver`);

/** Sample names. The sandbox needs no person's. */
const NAMES = [
  ["Ana", "Ng"],
  ["Ben", "Okafor"],
  ["Carla", "Ruiz"],
  ["Dev", "Patel"],
  ["Elif", "Demir"],
  ["Femi", "Ade"],
] as const;

export async function makeDriver({ owner, now, remember }: DashboardRequest): Promise<Result> {
  // The receiver comes first: an endpoint gets no event from before its creation.
  const isReceived = await openTestReceiver(owner, now);
  const [first_name, last_name] = NAMES[now.getTime() % NAMES.length] ?? NAMES[0];
  const email = `${first_name.toLowerCase()}.${last_name.toLowerCase()}@example.com`;
  const page = pageAfter(isReceived);
  await putDriver(owner, createDriver({ email, first_name, last_name }, now), remember(page));
  return seeOther(page);
}

/** Connects a gig platform as if the driver had allowed it on the page that asks for consent. */
export async function connectSample(request: DashboardRequest): Promise<Result> {
  const { owner, form, now, remember } = request;
  const driver = await requireOwnDriver(request);
  const { earnings, platforms } = adapterOf("test", "earnings");
  const platform = form.platform ?? "";
  if (!Object.hasOwn(platforms, platform)) throw invalid("Choose one of the gig platforms.", "platform");
  const state = newProof();
  const consent = newConsent(owner, driver.id, { platform, redirect_url: `${baseUrl()}${PAGE}` }, now);
  await putConsent(consent, state, remember(PAGE));
  const period = openPeriod(undefined, now);
  const rows = await earnings(driver.id, platform, period);
  await putConnection(consent, state, { period, rows }, now);
  return seeOther(PAGE);
}

export async function paySample(request: DashboardRequest): Promise<Result> {
  const { owner, now } = request;
  return seeOther(await payDriver(request, async () => pageAfter(await openTestReceiver(owner, now))));
}

/** Pays a driver what its form says. Returns the page that follows, which a repetition gets, too. */
export async function payDriver(
  request: DashboardRequest,
  pageOf: (payout: Payout) => string | Promise<string>,
): Promise<string> {
  const { owner, form, now, remember } = request;
  const driver = await requireOwnDriver(request);
  const [amount, tip_amount] = [centsIn(form.amount), centsIn(form.tips || "0")];
  if (!(amount >= 100 && amount <= 1_000_000))
    throw invalid("Enter an amount from $1.00 to $10,000.00, such as $1,250.50.", "amount");
  if (!(tip_amount <= amount)) throw invalid("Enter tips from $0.00 to the amount, such as $12.50.", "tips");
  const method = form.method === "standard" ? "standard" : "instant";
  const of = { driver_id: driver.id, amount, tip_amount, currency: "usd", method } as const;
  await limitPlayground(owner.account_id, now);
  const account = accountToPay(driver, undefined, "test", now);
  const payout = settleAtOnce(adapterOf("test", "rail"), createPayout(of, account, now, driver.savings), now);
  const page = await pageOf(payout);
  const outcome = await withSavings(owner, payout, now, ({ payout, writes }) =>
    putPayout(owner, payout, remember(page), writes),
  );
  if (outcome === "stored" || typeof outcome === "object") return page;
  throw outcome === "driver_missing"
    ? unknownTestDriver()
    : new Problem("balance_insufficient", "Your sandbox has too little money for this payout.", "amount");
}

async function requireOwnDriver({ owner, params }: DashboardRequest) {
  const driver = await findDriver(owner, params.id ?? "");
  if (driver) return driver;
  throw unknownTestDriver();
}

const unknownTestDriver = () => missing("Your account has no such test driver.");

import { marshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { dayOf } from "../../../shared/domain/day.ts";
import { sortableId } from "../../../shared/domain/ids.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { type Agreement, invited as invitation } from "../../../shared/domain/savings/agreement.ts";
import { newContribution } from "../../../shared/domain/savings/contribution.ts";
import { savedName } from "../../../shared/domain/savings/saver.ts";
import { keys } from "../../../shared/store/keys/keys.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import { invented as isInvented } from "../cloud/audited-ledger.ts";
import { postForm } from "../cloud/browserless.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { newCompany, newPartner, type Partner } from "../partner/platform.ts";
import {
  AGREE,
  act,
  actAs,
  CHOICE,
  confirmedPerson,
  invited,
  liveCompany,
  savers,
  savingsMailAfter,
  savingsPath,
} from "../partner/savings.ts";
import { ask, keyed } from "./calls.ts";
import { attempt } from "./dashboard-journey.ts";
import { spendEmailBudget } from "./email-budget.ts";

const [table = ""] = new Template(assemblyDir).ids("AWS::DynamoDB::Table");
const HELPERS = "/v1/test_helpers/payments";
const BATCHES = "/v1/payments/batches";

/** Uses every part of savings. Throws if one does not work within `timeoutMs`. */
export async function savingsJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const partner = await newPartner(cloud, { account: await newCompany(cloud) });
  await sandboxPages(partner);
  await payoutsOfSavers(partner, timeoutMs);
  await contributionsWalk(cloud, timeoutMs);
  const owner = { account_id: partner.accountId, mode: "test" } as const;
  isInvented(cloud, await contributed(cloud, owner, new Date(await cloud.now())));
  await peopleJourney(cloud, timeoutMs);
}

/** Agrees, changes and stops on the page that a test key's reply leads to. */
async function sandboxPages(partner: Partner): Promise<void> {
  const { cloud } = partner;
  const page = await invited(partner, (await partner.driver()).id);
  for (const deed of ["agree", "change", "end"]) {
    const { status } = await act(cloud, page, deed, deed === "end" ? {} : CHOICE);
    if (status !== 303) throw new Error(`To ${deed} returned ${status}`);
    for (const path of [page, `${page}/receipt`])
      if ((await cloud.call(path)).status !== 200) throw new Error(`${path} is gone after to ${deed}`);
  }
}

/** A payout saves by each way in which it completes, and gives back by each way in which it is refunded. */
async function payoutsOfSavers(partner: Partner, timeoutMs: number): Promise<void> {
  const [driver = "", returned = ""] = await savers(partner, 2, 2);
  const payout = { driver_id: driver, amount: 500, currency: "usd" };
  const { id } = await partner.payout(driver);
  const { data } = await partner.read(`/v1/contributions?payout=${id}`);
  await partner.read(`/v1/contributions?starting_after=${data[0].id}`);
  await partner.create(`${HELPERS}/${id}/refund`, undefined);
  // On a fast clock a payout settles before the helper completes it.
  for (let status = 409; status === 409; ) {
    const made = await partner.create("/v1/payments/payout", { ...payout, method: "standard" });
    ({ status } = await partner.call(`${HELPERS}/${made.id}/complete`, keyed()));
  }
  await partner.bankAccount(returned, "0009");
  const back = await partner.payout(returned, { method: "standard" });
  const batch = await ask(partner, "POST", BATCHES, 202, { payouts: [{ ...payout, method: "instant" }] });
  await eventually(
    async () => (await partner.read(`${BATCHES}/${batch.id}`)).status === "completed",
    timeoutMs,
  );
  await eventually(
    async () => (await partner.read(`/v1/payments/${back.id}`)).status === "refunded",
    timeoutMs,
  );
  await actAs(partner, driver, { ...AGREE, act: "change" });
  await actAs(partner, driver, { act: "end" });
}

/** Writes a page of a walk to the outbox, as the walk's schedule would. */
const relay = (cloud: Cloud, page: object) =>
  cloud.putItem(table, marshall({ ...keys.outbox(sortableId("", new Date())), kind: "tax_page", ...page }));

/** Stores a contribution without its payout, so an audit reads it twice. Returns its id. */
async function contributed(cloud: Cloud, owner: Owner, completed: Date): Promise<string> {
  const ids = { id: sortableId("pay_", new Date()), driver_id: sortableId("drv_", new Date()) };
  const plan = { agreement_id: "sav_none", person: "none", rule: { percent: 5 } };
  const contribution = await newContribution({ ...ids, completed_at: completed.toISOString() }, plan, 1_000);
  await cloud.putItem(table, marshall({ ...keys.contribution(owner, contribution.id), ...contribution }));
  return contribution.id;
}

/** Sends a contribution of an account that is in no directory, so no audit looks for its payout. */
async function contributionsWalk(cloud: Cloud, timeoutMs: number): Promise<void> {
  const now = await cloud.now();
  const owner = { account_id: sortableId("acct_", new Date()), mode: "test" } as const;
  await contributed(cloud, owner, new Date(now - 6 * 86_400_000));
  const finished = () => cloud.logs().split(": 1 contributions, 1 finished").length;
  const before = finished();
  await relay(cloud, { walk: { event: "contribution.settled", day: dayOf(new Date(now)) }, of: owner });
  await eventually(async () => finished() > before, timeoutMs);
}

/**
 * A company invites three people. One changes and stops, has another agreement ended by the company and a
 * third by a deletion, and gets a statement. One disowns their signup, and one is erased.
 */
async function peopleJourney(cloud: Cloud, timeoutMs: number): Promise<void> {
  const { live } = await attempt(async () => {
    const company = await liveCompany(cloud);
    const { status } = await company.accept();
    if (status !== 303) throw new Error(`Accepting the withholding terms returned ${status}`);
    return company;
  });
  const saves = async (person: { email: string }, isBusy = false) => {
    const { id } = await live.driver({ email: person.email });
    const mailed = (deed: () => Promise<unknown>) => savingsMailAfter(cloud, person.email, deed, timeoutMs);
    if (isBusy) await spendEmailBudget(cloud);
    const { link } = await mailed(() => live.create(savingsPath(id), {}));
    await mailed(() => act(cloud, link, "agree", CHOICE));
    return { id, link, mailed };
  };
  const ana = await confirmedPerson(cloud);
  const first = await saves(ana);
  await first.mailed(() => act(cloud, first.link, "change", CHOICE));
  await first.mailed(() => act(cloud, first.link, "end"));
  const second = await saves(ana);
  await second.mailed(() => live.call(savingsPath(second.id), { method: "DELETE" }));
  // The invitation waits for room.
  const third = await saves(ana, true);
  await third.mailed(() => ask(live, "DELETE", `/v1/drivers/${third.id}`, 200));
  await statement(cloud, live, ana, timeoutMs);

  const [bea, eva] = [await confirmedPerson(cloud), await confirmedPerson(cloud)];
  const theirs = [await saves(bea), await saves(eva)];
  await postForm(cloud, `${bea.link}/not-me`);
  const erased = await cloud.command("erase-person", { email: eva.email });
  if (!erased.ok) throw new Error(erased.message);
  for (const { id } of theirs)
    await eventually(async () => (await live.read(savingsPath(id))).status === "ended", timeoutMs);
}

/** No live payout saves yet, so what a person saved in the year is stored without a call of the service. */
async function statement(
  cloud: Cloud,
  { accountId }: Partner,
  { email, signup_id }: { email: string; signup_id: string },
  timeoutMs: number,
): Promise<void> {
  const [owner, year, person] = [{ account_id: accountId, mode: "live" } as const, 2026, freshEmail()];
  const now = new Date(await cloud.now());
  const begun = invitation(owner, sortableId("drv_", now), undefined, now);
  const agreement: Agreement = { ...begun, status: "ended", person, signup_id };
  const sums = { [savedName(year)]: 1_000, [savedName(year, agreement.id)]: 1_000 };
  await cloud.putItem(table, marshall({ ...keys.savings(owner, agreement.driver_id), ...agreement }));
  await cloud.putItem(table, marshall({ ...keys.saver(owner.mode, person), ...sums }));
  const walk = { event: "savings.statement", year };
  await savingsMailAfter(cloud, email, () => relay(cloud, { walk, of: owner }), timeoutMs);
}

import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, jest, test } from "@jest/globals";
import { type Account, MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { newLogin } from "../../shared/domain/account/login.ts";
import { newMember } from "../../shared/domain/account/member.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import {
  addBankAccount,
  bankAccountId,
  MAX_BANK_ACCOUNTS,
} from "../../shared/domain/driver/driver-accounts.ts";
import { newConnection, openPeriod } from "../../shared/domain/earnings/connection.ts";
import { newConsent } from "../../shared/domain/earnings/consent.ts";
import { PayoutStatus, settlePayout } from "../../shared/domain/payout/payout.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { invited } from "../../shared/domain/savings/agreement.ts";
import { ownerKey } from "../../shared/domain/item/owner.ts";
import { startSandboxSignup } from "../../shared/domain/signup/signup.ts";
import { hashOfEmail, type Key } from "../../shared/store/keys/keys.ts";
import type { Item } from "../../shared/store/table/table.ts";
import { dayOf } from "../../shared/domain/time/day.ts";
import { declined, receiptOf } from "../support/receipts.ts";
import { later, now, tick } from "./century-ahead.ts";
import { correct, type Move, newDriver, newOwner, newPayout } from "./payout-steps.ts";
import { newPerson, newSaver } from "./savings-steps.ts";
import { begun, confirm, confirmed } from "./signup-steps.ts";
import { store } from "./store.ts";
import { correct as corrected, issue } from "./tax-form-steps.ts";

const { change, findItem, keys, put, remove, table, transact } = store;
const logins = await import("../../shared/store/account/logins.ts");
const { reserveSavings } = await import("../../shared/store/savings/payout-savings.ts");

afterEach(() => {
  jest.restoreAllMocks();
});

/**
 * A call, made with what it read of the item at `key` before another writer changed a field there.
 * `refused`: what it returns then. `again`: it decides again, on what is stored now, and so may change the
 * item. `reads`: it reads by itself, so the change comes just before its first transaction.
 */
type Raced = { key: Key; call: () => Promise<unknown>; refused?: unknown; again?: boolean; reads?: boolean };

const at = now.toISOString();
const past = new Date(now.getTime() - 1_000).toISOString();
const GONE = { pk: undefined };
const TAKEN = { pk: "taken" };
/** Of a write that returns the condition failure. */
const isRefused = async (written: Promise<unknown>) => (await written) !== undefined;

async function payout(fields: Item = {}) {
  const owner = newOwner();
  const stored = await newPayout(owner, await newDriver(owner), 5_000);
  const key = keys.payment(owner, stored.id);
  await transact([change(key, { set: { touched: 1, ...fields } })]);
  return { owner, key, before: { ...stored, ...fields } };
}

async function batch() {
  const owner = newOwner();
  const record = newKeyRecord(
    { account_id: owner.account_id, tier: "starter", verified: true },
    "test",
    [],
    now,
  );
  const stored = newBatch(1, record, undefined, now);
  await store.putBatch(owner, stored, [{}], undefined);
  await store.putResult(owner, stored.id, 0, { problem: { code: "c", message: "m", param: null } });
  return { owner, stored, key: keys.batch(owner, stored.id) };
}

async function agreement(isActive: boolean) {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const first = invited(owner, driver, undefined, tick());
  await store.putInvitation(first, undefined, { proofHash: driver }, undefined, tick());
  const person = newPerson();
  const choice = { rule: { percent: 10 }, yearly_cap: 100_000 };
  const receipt = receiptOf("save_from_payouts", first.id, tick());
  const start = () =>
    store.startSavings(first, { choice, person, email: "a@example.com", receipt }, undefined, tick());
  if (isActive) await start();
  const seen = (await store.findAgreement(owner, driver)) ?? first;
  return { key: keys.savings(owner, driver), seen, start, choice };
}

/** The writes of what a payout saves, of which a cap of less than 500 cents lets only a part. */
async function savings(cap: number): Promise<Raced> {
  const owner = newOwner();
  const person = newPerson();
  const driver_id = await newSaver(owner, person, { percent: 10 }, cap);
  const { savings: plan } = (await store.findDriver(owner, driver_id)) ?? {};
  if (!plan) throw new Error("The driver saves nothing");
  const body = { driver_id, amount: 5_000, currency: "usd", method: "standard" } as const;
  const { writes } = await reserveSavings(
    owner,
    settlePayout(createPayout(body, undefined, now, plan), "complete", now),
    plan,
  );
  return { key: keys.saver(owner, person), call: () => isRefused(transact(writes)), refused: true };
}

async function account(keyCount: number) {
  const stored = newAccount({}, now);
  await store.putAccount(stored);
  const addKey = (to = stored) => {
    const record = newKeyRecord(to, "test", [], now);
    const hash = `hash of ${record.key_id}`;
    return { hash, record, put: () => store.putKey(to, record, hash, MAX_KEYS) };
  };
  for (let i = 0; i < keyCount; i++) await addKey().put();
  const before = (await store.findAccount(stored.account_id, now)) ?? stored;
  return { key: keys.account(stored.account_id), before, addKey };
}
const rescaled = (seen: Account) => store.putStanding(seen, { ...seen, tier: "scale" } as never);
const standing = {
  suspended: true,
  tier: "growth",
  verified: true,
  custom_quota: { per_minute: 7, per_second: 1 },
};

async function suspendedAccount(keyCount: number): Promise<Raced> {
  const { key, before } = await account(keyCount);
  await transact([change(key, { set: { suspended: true } })]);
  const seen = { ...before, suspended: true } as const;
  const call = () => rescaled(seen);
  return { key, call, refused: false };
}

/** Returns the field of the key that a rotation makes. */
async function rotatedKey(field: string, value: unknown, isSuspended: boolean): Promise<Raced> {
  const { key, before, addKey } = await account(1);
  if (isSuspended) await transact([change(key, { set: { suspended: true } })]);
  const seen = { ...before, ...(isSuspended && { suspended: true as const }) };
  const { hash, record } = addKey(before);
  const call = async () => {
    await store.moveKeyToRotated(seen, seen.keys?.[0]?.key_id ?? "", { key: record, hash }, later, now);
    return (await findItem(keys.apiKey(hash)))?.[field] ?? "none";
  };
  return { key, call, refused: value ?? "none", again: true };
}

async function login(proof_hash?: string): Promise<Raced> {
  const of = {
    ...newLogin({ email: `${newPerson()}@example.com`, browser: "b", next: "/" }, now),
    ...(proof_hash && { proof_hash }),
  };
  await transact([put({ ...keys.login(of.login_id), ...of })]);
  const call = () => logins.putLoginProof(of, "new", false, undefined, now);
  return { key: keys.login(of.login_id), call, refused: "settled" };
}

async function email(fields: Item, refused: string): Promise<Raced> {
  const key = keys.email(newPerson());
  await transact([put({ ...key, sending_until: 1, ...fields })]);
  return { key, call: () => store.putEmailClaim(key.pk.replace(/^\w+#/, ""), now), refused };
}

const linked = { last4: "6789", bank_name: "Bank", account_type: "checking" } as const;
const bankAccount = addBankAccount(bankAccountId(now), linked, now);

let places = 0;
const newEmail = () => `meanwhile-${++places}@example.com`;

/** By what is written: what may change meanwhile, each field alone, and the call. */
const rows: { what: string; field: string; value: unknown; make: Making }[] = [];
type Making = (field: string, value: unknown) => Promise<Raced>;
function race(what: string, fields: Item, make: Making): void {
  for (const [field, value] of Object.entries(fields)) rows.push({ what, field, value, make });
}

race(
  "a payout is postponed",
  { status: "completed", due_at: past, waits_for_file: true, return_code: "R01" },
  async () => {
    const { owner, key, before } = await payout();
    return { key, call: () => store.postponePayout(owner, before, later.toISOString()), refused: false };
  },
);

race("a payout cannot be paid by the bank", { status: "failed", waits_for_file: undefined }, async () => {
  const { owner, key, before } = await payout({ waits_for_file: true });
  return { key, call: () => isRefused(store.moveToUnpayable(owner, before, now)), refused: true };
});

race("a bank returns a payout", { status: "failed", bank_file: 8, return_code: "R02" }, async () => {
  const { owner, key, before } = await payout({ bank_file: 7 });
  return { key, call: () => store.moveToReturned(owner, before, "R01", now), refused: false };
});

race(
  "a payout of a rejected file waits again",
  { status: "completed", bank_file: 8, return_code: "R01" },
  async () => {
    const { owner, key, before } = await payout({ bank_file: 7 });
    return { key, call: () => store.moveToWaiting(owner, before.id, 7, at), refused: false };
  },
);

race("results are added to a batch", { status: "completed" }, async () => {
  const { owner, stored, key } = await batch();
  return { key, call: () => isRefused(store.addResults(owner, stored.id, 1, 0)), refused: true };
});

race("a batch is released", { status: "completed" }, async () => {
  const { owner, stored, key } = await batch();
  const rest = { page: 1, retries: 0, due_at: at };
  return { key, call: () => isRefused(store.releaseBatch(owner, stored.id, rest)), refused: true };
});

race("a batch is completed", { status: "completed" }, async () => {
  const { owner, stored, key } = await batch();
  return { key, call: () => store.completeBatch(owner, stored, now) };
});

race("a payout is put again", { touched: 2 }, async () => {
  const { owner, key, before } = await payout();
  return { key, call: () => store.putPayout(owner, before, undefined), refused: "stored" };
});

race("the answer to a request is stored", { expires_at: later.toISOString() }, async () => {
  const key = store.answerKey(newOwner(), "create-payout", "key-1");
  const answered = { request: "hash", status: 201, sealed_body: "sealed" };
  const call = () => isRefused(transact([store.answerWrite(key, answered, now)]));
  return { key, call, refused: true };
});

race("a payout counts in the day of its key", { amount: 101 }, async () => {
  const owner = newOwner();
  const write = store.keyDayCapWrite(owner, "key_1", 100, 200, now);
  const key = keys.keyDay(owner, "key_1", dayOf(now));
  return { key, call: () => isRefused(transact([write])), refused: true };
});

race("a payout is corrected", { status: "refunded", corrected: { fees: 1 } }, async (field) => {
  const { owner, key, before } = await payout();
  await store.movePayout(owner, before, "complete", settlePayout(before, "complete", tick()));
  const moves: Move = [`driver:${before.driver_id}`, "funds", 100];
  const call = () => correct(owner, before.entries[0] ?? "", moves);
  return { key, call, reads: true, again: field !== "status" };
});

race("an account's balance is enforced", { cents_funds: 7 }, async () => {
  const owner = newOwner();
  const { id } = await newPayout(owner, await newDriver(owner), 5_000);
  const writes = await store.enforcementWrites(owner, true, tick());
  const key = keys.count(owner, "payments", store.shardName(id));
  return { key, call: () => isRefused(transact(writes)), refused: true };
});

race("a file of a bank takes an entry", { entries: 2, state: "sealed", ...GONE }, async (field) => {
  const number = ++places;
  const file = { number, state: "collecting", entries: 1, total: 1, effective_day: "2126-03-04" };
  const entry = { id: "e", bank_account_id: `ba_${number}`, amount: 5 };
  await transact([
    put({ ...keys.bankFile(number), ...file }),
    put(keys.bankEntry("waiting", entry.bank_account_id)),
  ]);
  const call = () => store.putEntries(file as never, [{ entry: entry as never }], now);
  const waiting = keys.bankEntry("waiting", entry.bank_account_id);
  return { key: field === "pk" ? waiting : keys.bankFile(number), call, refused: false };
});

race("a file of a bank takes a payout", { status: "failed", waits_for_file: undefined }, async () => {
  const { owner, key, before } = await payout({ waits_for_file: true });
  const file = { number: ++places, entries: 0, effective_day: "2126-03-04" };
  const entry = { id: "e", bank_account_id: "ba_1", amount: 5 };
  const join = { entry: entry as never, payout: { ...owner, payout: before } };
  return { key, call: () => store.putEntries(file as never, [join], now), refused: false };
});

race("a file of a bank is opened", TAKEN, async () => {
  const file = { number: ++places, entries: 0, effective_day: "2126-03-04" };
  const call = () => store.putEntries(file as never, [], now);
  return { key: keys.bankFile(file.number), call, refused: false };
});

race("a day is closed early", TAKEN, async () => {
  const owner = newOwner();
  const day = { date: "2126-03-01" } as never;
  const call = () => store.putSettlement(owner, day, undefined);
  return { key: keys.settlement(owner, "2126-03-01"), call, refused: false };
});

race("a person is invited to save", TAKEN, async () => {
  const owner = newOwner();
  const first = invited(owner, "drv_1", undefined, tick());
  const notice = { proofHash: newPerson() };
  const call = () => store.putInvitation(first, undefined, notice, undefined, tick());
  return { key: keys.savings(owner, "drv_1"), call, refused: false };
});

race("a person starts to save", { id: "sav_other", status: "ended", events: 9 }, async () => {
  const { key, start } = await agreement(false);
  return { key, call: start, refused: false };
});

race("a person changes what they save", { id: "sav_other", status: "ended", events: 9 }, async () => {
  const { key, seen, choice } = await agreement(true);
  const receipt = receiptOf("change_savings", seen.id, tick());
  return { key, call: () => store.changeSavings(seen, choice, receipt, tick()), refused: false };
});

race("a person ends their savings", { id: "sav_other", status: "ended", events: 9 }, async () => {
  const { key, seen } = await agreement(true);
  return { key, call: () => store.endSavings(seen, { by: "driver" }, tick()), refused: false };
});

race(
  "a payout saves",
  { cap: 1, age_50_in: 2126, saved_2126: 99_600, stopped_at: at, agreements: new Set(["other"]), ...GONE },
  () => savings(100_000),
);

race("a payout saves a part", { saved_2126: 1 }, () => savings(300));

race("a person saves elsewhere", { saved_2126: 601, ...GONE }, async () => {
  const owner = newOwner();
  const person = newPerson();
  await newSaver(owner, person, { percent: 10 }, 1_000);
  const saved = { person, year: 2126, cap: 1_000, amount: 400 };
  const call = () => store.saveElsewhere(owner, saved, undefined);
  return { key: keys.saver(owner, person), call, refused: false };
});

race(
  "a signup is confirmed",
  { disowned: past, expires_at: past, status: "waitlist_joined", proofs: new Set(["other"]) },
  async () => {
    const signup = await begun(newEmail());
    await store.putProof(signup.signup_id, "proof", "first", now);
    return { key: keys.signup(signup.signup_id), call: () => confirm(signup), refused: false };
  },
);

race("an account opens", { disowned: past, expires_at: past, status: "initiated" }, async () => {
  const signup = await confirmed(newEmail());
  const call = () => store.moveSignupToOpened(signup, "fed", now);
  return { key: keys.signup(signup.signup_id), call, refused: false };
});

race("a person is erased", { status: "account_opened" }, async () => {
  const signup = await confirmed(newEmail());
  const call = () => store.deleteSignup(signup, now);
  return { key: keys.signup(signup.signup_id), call, refused: false };
});

race("the mark of an email follows its signup", { signup_id: "sgn_other" }, async () => {
  const signup = await confirmed(newEmail());
  const call = () => store.moveSignupToOpened(signup, "fed", now);
  return { key: keys.signupEmail(signup.email), call, refused: false };
});

race(
  "a sandbox signup moves",
  { disowned: past, expires_at: past, status: "account_opened", mode: "live" },
  async () => {
    const { signup_id } = startSandboxSignup({}, now);
    await store.putSandboxSignup({ ...startSandboxSignup({}, now), signup_id });
    const move = () => store.moveSandboxSignup(signup_id, "join_waitlist", now);
    return { key: keys.signup(signup_id), call: () => move().catch(() => undefined) };
  },
);

race(
  "the proof of a signup's email is put",
  { disowned: past, expires_at: past, status: "waitlist_joined" },
  async () => {
    const { signup_id } = await begun(newEmail());
    const call = () => store.putProof(signup_id, "proof", "first", now);
    return { key: keys.signup(signup_id), call, refused: "settled" };
  },
);

race("a person disowns a signup", { receipt: "other", status: "account_opened" }, async () => {
  const signup = await confirmed(newEmail());
  const known = (await store.findSignup(signup.signup_id, now)) as typeof signup;
  const decided: unknown[] = [];
  const receiptFor = (of: typeof signup) => {
    decided.push(of.receipt);
    return declined(now)(of);
  };
  const call = async () => {
    await store.moveSignupToDeclined(known, receiptFor, now);
    return decided.length;
  };
  return { key: keys.signup(signup.signup_id), call, refused: 2, again: true };
});

race("a person disowns a signup twice", { disowned: past }, async () => {
  const signup = await confirmed(newEmail());
  const known = (await store.findSignup(signup.signup_id, now)) as typeof signup;
  const call = () => store.moveSignupToDeclined(known, declined(now), now);
  return { key: keys.signup(signup.signup_id), call };
});

race("the email of a signup is done", { ...GONE, expires_at: past }, async () => {
  const { signup_id } = await begun(newEmail());
  const call = () => store.putEmailDone(signup_id, "first", "sent", now).catch(() => "refused");
  return { key: keys.signup(signup_id), call, refused: "refused" };
});

race("an address joins the waitlist", TAKEN, async () => {
  const entry = { email: newEmail(), created_at: at } as never;
  const key = keys.waitlist(hashOfEmail((entry as Item).email as string));
  return { key, call: () => store.putWaitlistEntry(entry) };
});

race(
  "the standing of an account without keys changes",
  { ...standing, keys: [{ key_id: "key_1", hash: "h" }] },
  async () => {
    const { key, before } = await account(0);
    const call = () => rescaled(before);
    return { key, call, refused: false };
  },
);

race("the standing of an account with a key changes", { ...standing, keys: [] }, async () => {
  const { key, before } = await account(1);
  const call = () => rescaled(before);
  return { key, call, refused: false };
});

race("the standing of a suspended account without keys changes", { suspended: undefined }, () =>
  suspendedAccount(0),
);

race("the standing of a suspended account changes", { suspended: undefined }, () => suspendedAccount(1));

race("an account is stored", TAKEN, async () => {
  const stored = newAccount({}, now);
  return { key: keys.account(stored.account_id), call: () => store.putAccount(stored), refused: false };
});

race("the standing of a key changes", GONE, async () => {
  const { before } = await account(1);
  const key = keys.apiKey(before.keys?.[0]?.hash ?? "");
  const call = () => rescaled(before);
  return { key, call, refused: false };
});

race("a key is revoked", GONE, async () => {
  const { before } = await account(1);
  const { key_id = "", hash = "" } = before.keys?.[0] ?? {};
  const call = () => store.moveKeyToRevoked(key_id, now);
  return { key: keys.apiKey(hash), call, refused: false, reads: true };
});

race("a key is rotated", GONE, async () => {
  const { before, addKey } = await account(1);
  const [{ key_id = "", hash = "" } = {}, { record, hash: next }] = [before.keys?.[0], addKey(before)];
  const call = () => store.moveKeyToRotated(before, key_id, { key: record, hash: next }, later, now);
  return { key: keys.apiKey(hash), call, refused: "gone" };
});

race("the use of a key is written", { ...GONE, last_used_at: at }, async () => {
  const { before } = await account(1);
  const { hash = "" } = before.keys?.[0] ?? {};
  const use = { network: "n", isIdempotent: false };
  return { key: keys.apiKey(hash), call: () => store.putKeyUse({} as never, hash, use, now) };
});

race("an account gets a key", standing, async () => {
  const { key, before, addKey } = await account(1);
  return { key, call: addKey(before).put, refused: { outcome: "changed" } };
});

race("a key of an account is rotated", standing, (field, value) => rotatedKey(field, value, false));

race("a key of a suspended account is rotated", { suspended: undefined }, (field, value) =>
  rotatedKey(field, value, true),
);

race("the first proof of a link is put", { proof_hash: "other", ...GONE }, () => login());

race("another proof of a link is put", { proof_hash: "other", mailed_at: at }, () => login("first"));

race("an emailed link is noted", GONE, async () => {
  const login_id = newPerson();
  const call = () => logins.putLoginMailed(login_id, now).catch(() => "refused");
  return { key: keys.login(login_id), call, refused: "refused" };
});

race("an email that was counted is claimed", { settled_at: at, sending_until: now.getTime() + 1 }, (field) =>
  email({ counted_at: at }, field === "settled_at" ? "settled" : "busy"),
);

race("an email is claimed", { settled_at: at, sending_until: now.getTime() + 1 }, (field) =>
  email({}, field === "settled_at" ? "settled" : "busy"),
);

race("a consent is withdrawn", { answer: "refused", withdrawn_at: at }, async () => {
  const state = newPerson();
  await transact([put({ ...keys.consent(state), answer: "connected" })]);
  const call = () => isRefused(transact([store.withdrawalWrite(state, now, "jti")]));
  return { key: keys.consent(state), call, refused: true };
});

race("a driver of another company's is paid", GONE, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const call = () => transact([store.deletedTotalsWrite(owner, driver, { cents: 1 })]).then(Boolean);
  return { key: keys.deletedDriver(owner, driver), call, refused: true };
});

race("what a driver saves is written", GONE, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const call = () => isRefused(transact([store.planWrite(owner, driver, undefined)]));
  return { key: keys.driver(owner, driver), call, refused: true };
});

race("a gig platform is connected", GONE, async () => {
  const owner = newOwner();
  const state = newPerson();
  const driver = await newDriver(owner);
  const consent = newConsent(owner, driver, { platform: "uber", redirect_url: "https://a.example" }, now);
  await store.putConsent(consent, state, undefined);
  const read = { period: openPeriod(undefined, now), rows: [] };
  const call = () => store.putConnection(consent, state, read, now).catch(({ name }) => name);
  return { key: keys.driver(owner, driver), call, refused: "Contention" };
});

race("a connection ends", GONE, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const connection = newConnection("uber", undefined, false, now);
  await transact([put({ ...keys.connection(owner, driver, "uber"), ...connection })]);
  const call = () => store.deleteConnection(owner, driver, "uber").catch(({ name }) => name);
  return { key: keys.driver(owner, driver), call, refused: "Contention" };
});

race("a connection is written", { syncs: 5, status: "disconnected" }, async () => {
  const owner = newOwner();
  const before = { platform: "uber", syncs: 1, status: "connected" };
  const key = keys.connection(owner, "drv_1", "uber");
  await transact([put({ ...key, ...before })]);
  const write = store.connectionWrite(owner, "drv_1", { ...before, syncs: 2 } as never, before as never);
  return { key, call: () => isRefused(transact([write])), refused: true };
});

const changedDriver = {
  events: 7,
  bank_accounts: [bankAccount],
  savings: { agreement_id: "sav_1", person: "p", rule: { percent: 1 } },
};
race("a driver is changed", changedDriver, async () => {
  const owner = newOwner();
  const id = await newDriver(owner);
  const driver = (await store.findDriver(owner, id)) as never;
  let decisions = 0;
  const decide = () => ({ fields: { first_name: `${++decisions}` }, answer: () => decisions });
  const call = () => store.moveDriver(owner, driver, decide as never);
  return { key: keys.driver(owner, id), call, refused: { answer: 2 }, again: true };
});

race("a driver is deleted", changedDriver, async () => {
  const owner = newOwner();
  const id = await newDriver(owner);
  const remains = async () => ({ identity: "sealed", documents: [] });
  const call = () => store.deleteDriver(owner, id, remains, tick());
  return { key: keys.driver(owner, id), call, refused: "deleted", reads: true, again: true };
});

race("a driver with an external id is put", TAKEN, async () => {
  const owner = newOwner();
  const request = { email: newEmail(), first_name: "A", last_name: "B", external_id: "crew-1" };
  const driver = createDriver(request, tick());
  const call = () => store.putDriver(owner, driver, undefined);
  return { key: keys.externalId(owner, "crew-1"), call };
});

race(
  "a driver gets a bank account",
  { bank_accounts: Array.from({ length: MAX_BANK_ACCOUNTS }, (_, i) => ({ id: `ba_${i}` })) },
  async () => {
    const owner = newOwner();
    const id = await newDriver(owner);
    const call = () =>
      store.putBankAccount(owner, id, { id: "ba_2", status: "verified" } as never, undefined);
    return { key: keys.driver(owner, id), call, refused: "full" };
  },
);

race("a form is issued", { paid_2126: 90_001, tips_2126: 1, form_2126: "doc_1" }, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const key = keys.driverTotals(owner, driver);
  await transact([change(key, { set: { paid_2126: 90_000 } })]);
  const writes = store.taxDocumentWrites(owner, await issue(driver, 90_000));
  return { key, call: () => isRefused(transact(writes)), refused: true };
});

race("a form is corrected", GONE, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const form = await issue(driver, 90_000);
  const set = { paid_2126: 80_000, form_2126: form.id };
  await transact([change(keys.driverTotals(owner, driver), { set })]);
  const writes = store.taxDocumentWrites(owner, corrected(form, 80_000));
  const call = () => isRefused(transact(writes));
  return { key: keys.taxDocument(owner, 2126, form.id), call, refused: true };
});

race("a form of nothing is issued", { paid_2126: 1 }, async () => {
  const owner = newOwner();
  const driver = await newDriver(owner);
  const writes = store.taxDocumentWrites(owner, await issue(driver, 0));
  const call = () => isRefused(transact(writes));
  return { key: keys.driverTotals(owner, driver), call, refused: true };
});

race("a walk takes a page", { reached: "c" }, async () => {
  const walk = { event: "contribution.settled", day: newPerson() } as const;
  const owner = newOwner();
  const page = { kind: "tax_page", walk } as const;
  await store.moveWalk({ ...page, of: owner }, "a", [], [], now);
  const key = keys.walk(`contribution.settled-${walk.day}#${ownerKey(owner)}`);
  const call = () => store.moveWalk({ ...page, of: owner, after: "a" }, "b", [], [], now);
  return { key, call, refused: false };
});

function viewer() {
  const of = { account_id: newPerson(), partner_id: "co", email: newEmail(), role: "viewer" } as const;
  const member = newMember(of, now);
  return { member, key: keys.member(member.account_id, member.member_id) };
}

race("a member is deleted", { role: "admin", email: "other@example.com" }, async () => {
  const { member, key } = viewer();
  await transact(store.memberWrites(member));
  return { key, call: () => store.deleteMember(member, undefined), refused: false };
});

race("a member is put", TAKEN, async () => {
  const { member } = viewer();
  const call = () => isRefused(transact(store.memberWrites(member)));
  return { key: keys.membership(member.email, member.account_id), call, refused: true };
});

race("an invitation is noted", GONE, async () => {
  const { member, key } = viewer();
  await transact(store.memberWrites(member));
  return { key, call: () => store.moveInvitation(member, "sent") };
});

race("a contact is deleted", { email: "other@example.com" }, async () => {
  const partner = { partner_id: `partner-${++places}`, company: "A", email: newEmail() };
  await transact([put({ ...keys.partner(partner.partner_id), ...partner })]);
  const call = () => isRefused(transact(store.contactDeletes(partner as never)));
  return { key: keys.partner(partner.partner_id), call, refused: true };
});

race("a turn that got nothing is returned", GONE, async () => {
  const network = `192.0.2.${++places}`;
  return { key: keys.network(network), call: () => store.returnTurn("press", network, now) };
});

race("a website is changed", { status: "refused", website: "https://c.example" }, async () => {
  const partner = { partner_id: `partner-${++places}`, status: "approved", website: "https://a.example" };
  await transact([put({ ...keys.partner(partner.partner_id), ...partner })]);
  const call = () => store.putWebsite(partner as never, "https://b.example");
  return { key: keys.partner(partner.partner_id), call, refused: false };
});

/** All sums of a driver, as the deletion compares them. */
const sums = Object.fromEntries(
  [
    ...["lifetime_payouts", "lifetime_earnings", "cents", ...PayoutStatus.options],
    ...["created", "completed", "failed", "canceled", "refunded"].map((status) => `entries_payout_${status}`),
    ...["entries_correction", "paid_2126", "tips_2126", "form_2126", "tax_log_changes", "miles_2126_03"],
  ].map((name) => [name, 1]),
);
race("the sums of a driver are deleted", sums, async (field) => {
  const owner = newOwner();
  const id = await newDriver(owner);
  await transact([change(keys.driverTotals(owner, id), { set: { miles_2126_03: 5 } })]);
  const outcome = field === "pending" ? "pending" : "deleted";
  const remains = async () => ({ identity: "sealed", documents: [] });
  const call = () => store.deleteDriver(owner, id, remains, tick());
  return {
    key: keys.driverTotals(owner, id),
    call,
    refused: outcome,
    reads: true,
    again: outcome === "deleted",
  };
});

test.each(rows)("$what, and another writer was faster with $field", async ({ field, value, make }) => {
  const { key, call, refused, again, reads } = await make(field, value);
  const other = {
    undefined: () => remove(key),
    taken: () => put({ ...key, taken: 1 }),
    field: () => change(key, { set: { [field]: value } }),
  }[field === "pk" ? String(value) : "field"];
  const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
  const TransactItems = [other?.() ?? remove(key)];
  let attempts = 0;
  let before: Item | undefined;
  const changed = async () => {
    await send(new TransactWriteCommand({ TransactItems }));
    before = await findItem(key);
  };
  if (!reads) await changed();
  jest.spyOn(table, "send").mockImplementation((async (command: unknown) => {
    if (command instanceof TransactWriteCommand && ++attempts === 1 && reads) await changed();
    return send(command);
  }) as never);
  const answer = await call();
  if (refused !== undefined) expect(answer).toEqual(refused);
  if (again) expect(attempts).toBe(2);
  else expect(await findItem(key)).toEqual(before);
});

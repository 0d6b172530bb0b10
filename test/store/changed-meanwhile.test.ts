import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, jest, test } from "@jest/globals";
import { MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { newLogin } from "../../shared/domain/account/login.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import {
  addBankAccount,
  bankAccountId,
  MAX_BANK_ACCOUNTS,
} from "../../shared/domain/driver/driver-accounts.ts";
import { newConnection, openPeriod } from "../../shared/domain/earnings/connection.ts";
import { newConsent } from "../../shared/domain/earnings/consent.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { invited } from "../../shared/domain/savings/agreement.ts";
import { ownerKey } from "../../shared/domain/item/owner.ts";
import { startSandboxSignup } from "../../shared/domain/signup/signup.ts";
import { hashOfEmail, type Key } from "../../shared/store/keys/keys.ts";
import type { Item } from "../../shared/store/table/table.ts";
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
  const call = () => store.putStanding(seen, { ...seen, tier: "scale" } as never);
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

/** By what is written: the call, and what may change meanwhile, each alone. */
const races: Record<string, [make: (field: string, value: unknown) => Promise<Raced>, fields: Item]> = {
  "a payout is postponed": [
    async () => {
      const { owner, key, before } = await payout();
      return { key, call: () => store.postponePayout(owner, before, later.toISOString()), refused: false };
    },
    { status: "completed", due_at: past, waits_for_file: true, return_code: "R01" },
  ],
  "a payout cannot be paid by the bank": [
    async () => {
      const { owner, key, before } = await payout({ waits_for_file: true });
      return { key, call: () => isRefused(store.moveToUnpayable(owner, before, now)), refused: true };
    },
    { status: "failed", waits_for_file: undefined },
  ],
  "a bank returns a payout": [
    async () => {
      const { owner, key, before } = await payout({ bank_file: 7 });
      return { key, call: () => store.moveToReturned(owner, before, "R01", now), refused: false };
    },
    { status: "failed", bank_file: 8, return_code: "R02" },
  ],
  "a payout of a rejected file waits again": [
    async () => {
      const { owner, key, before } = await payout({ bank_file: 7 });
      return { key, call: () => store.moveToWaiting(owner, before.id, 7, at), refused: false };
    },
    { status: "completed", bank_file: 8, return_code: "R01" },
  ],
  "results are added to a batch": [
    async () => {
      const { owner, stored, key } = await batch();
      return { key, call: () => isRefused(store.addResults(owner, stored.id, 1, 0)), refused: true };
    },
    { status: "completed" },
  ],
  "a batch is released": [
    async () => {
      const { owner, stored, key } = await batch();
      const rest = { page: 1, retries: 0, due_at: at };
      return { key, call: () => isRefused(store.releaseBatch(owner, stored.id, rest)), refused: true };
    },
    { status: "completed" },
  ],
  "a batch is completed": [
    async () => {
      const { owner, stored, key } = await batch();
      return { key, call: () => store.completeBatch(owner, stored, now) };
    },
    { status: "completed" },
  ],
  "a payout is put again": [
    async () => {
      const { owner, key, before } = await payout();
      return { key, call: () => store.putPayout(owner, before, undefined), refused: "stored" };
    },
    { touched: 2 },
  ],
  "a payout is corrected": [
    async (field) => {
      const { owner, key, before } = await payout();
      await store.movePayout(owner, before, "complete", settlePayout(before, "complete", tick()));
      const moves: Move = [`driver:${before.driver_id}`, "funds", 100];
      return {
        key,
        call: () => correct(owner, before.entries[0] ?? "", moves),
        reads: true,
        again: field !== "status",
      };
    },
    { status: "refunded", corrected: { fees: 1 } },
  ],
  "an account's balance is enforced": [
    async () => {
      const owner = newOwner();
      const { id } = await newPayout(owner, await newDriver(owner), 5_000);
      const writes = await store.enforcementWrites(owner, true, tick());
      const key = keys.count(owner, "payments", store.shardName(id));
      return { key, call: () => isRefused(transact(writes)), refused: true };
    },
    { cents_funds: 7 },
  ],
  "a file of a bank takes an entry": [
    async (field) => {
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
    },
    { entries: 2, state: "sealed", ...GONE },
  ],
  "a file of a bank takes a payout": [
    async () => {
      const { owner, key, before } = await payout({ waits_for_file: true });
      const file = { number: ++places, entries: 0, effective_day: "2126-03-04" };
      const entry = { id: "e", bank_account_id: "ba_1", amount: 5 };
      const join = { entry: entry as never, payout: { ...owner, payout: before } };
      return { key, call: () => store.putEntries(file as never, [join], now), refused: false };
    },
    { status: "failed", waits_for_file: undefined },
  ],
  "a file of a bank is opened": [
    async () => {
      const file = {
        number: ++places,
        state: "collecting",
        entries: 0,
        total: 0,
        effective_day: "2126-03-04",
      };
      const call = () => store.putEntries(file as never, [], now);
      return { key: keys.bankFile(file.number), call, refused: false };
    },
    TAKEN,
  ],
  "a day is closed early": [
    async () => {
      const owner = newOwner();
      const day = { date: "2126-03-01" } as never;
      const call = () => store.putSettlement(owner, day, undefined);
      return { key: keys.settlement(owner, "2126-03-01"), call, refused: false };
    },
    TAKEN,
  ],
  "a person is invited to save": [
    async () => {
      const owner = newOwner();
      const first = invited(owner, "drv_1", undefined, tick());
      const notice = { proofHash: newPerson() };
      const call = () => store.putInvitation(first, undefined, notice, undefined, tick());
      return { key: keys.savings(owner, "drv_1"), call, refused: false };
    },
    TAKEN,
  ],
  "a person starts to save": [
    async () => {
      const { key, start } = await agreement(false);
      return { key, call: start, refused: false };
    },
    { id: "sav_other", status: "ended", events: 9 },
  ],
  "a person changes what they save": [
    async () => {
      const { key, seen, choice } = await agreement(true);
      const receipt = receiptOf("change_savings", seen.id, tick());
      return { key, call: () => store.changeSavings(seen, choice, receipt, tick()), refused: false };
    },
    { id: "sav_other", status: "ended", events: 9 },
  ],
  "a person ends their savings": [
    async () => {
      const { key, seen } = await agreement(true);
      return { key, call: () => store.endSavings(seen, { by: "driver" }, tick()), refused: false };
    },
    { id: "sav_other", status: "ended", events: 9 },
  ],
  "a payout saves": [
    () => savings(100_000),
    { cap: 1, age_50_in: 2126, saved_2126: 99_600, stopped_at: at, agreements: new Set(["other"]), ...GONE },
  ],
  "a payout saves a part": [() => savings(300), { saved_2126: 1 }],
  "a person saves elsewhere": [
    async () => {
      const owner = newOwner();
      const person = newPerson();
      await newSaver(owner, person, { percent: 10 }, 1_000);
      const saved = { person, year: 2126, cap: 1_000, amount: 400 };
      return {
        key: keys.saver(owner, person),
        call: () => store.saveElsewhere(owner, saved, undefined),
        refused: false,
      };
    },
    { saved_2126: 601, ...GONE },
  ],
  "a signup is confirmed": [
    async () => {
      const signup = await begun(newEmail());
      await store.putProof(signup.signup_id, "proof", "first", now);
      return { key: keys.signup(signup.signup_id), call: () => confirm(signup), refused: false };
    },
    { disowned: past, expires_at: past, status: "waitlist_joined", proofs: new Set(["other"]) },
  ],
  "an account opens": [
    async () => {
      const signup = await confirmed(newEmail());
      return {
        key: keys.signup(signup.signup_id),
        call: () => store.moveSignupToOpened(signup, "fed", now),
        refused: false,
      };
    },
    { disowned: past, expires_at: past, status: "initiated" },
  ],
  "the mark of an email follows its signup": [
    async () => {
      const signup = await confirmed(newEmail());
      return {
        key: keys.signupEmail(signup.email),
        call: () => store.moveSignupToOpened(signup, "fed", now),
        refused: false,
      };
    },
    { signup_id: "sgn_other" },
  ],
  "a sandbox signup moves": [
    async () => {
      const { signup_id } = startSandboxSignup({}, now);
      await store.putSandboxSignup({ ...startSandboxSignup({}, now), signup_id });
      const move = () => store.moveSandboxSignup(signup_id, "join_waitlist", now);
      return { key: keys.signup(signup_id), call: () => move().catch(() => undefined) };
    },
    { disowned: past, expires_at: past, status: "account_opened", mode: "live" },
  ],
  "the proof of a signup's email is put": [
    async () => {
      const { signup_id } = await begun(newEmail());
      const call = () => store.putProof(signup_id, "proof", "first", now);
      return { key: keys.signup(signup_id), call, refused: "settled" };
    },
    { disowned: past, expires_at: past, status: "waitlist_joined" },
  ],
  "a person disowns a signup": [
    async () => {
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
    },
    { receipt: "other", status: "account_opened" },
  ],
  "a person disowns a signup twice": [
    async () => {
      const signup = await confirmed(newEmail());
      const known = (await store.findSignup(signup.signup_id, now)) as typeof signup;
      const call = () => store.moveSignupToDeclined(known, declined(now), now);
      return { key: keys.signup(signup.signup_id), call };
    },
    { disowned: past },
  ],
  "the email of a signup is done": [
    async () => {
      const { signup_id } = await begun(newEmail());
      const call = () => store.putEmailDone(signup_id, "first", "sent", now).catch(() => "refused");
      return { key: keys.signup(signup_id), call, refused: "refused" };
    },
    { ...GONE, expires_at: past },
  ],
  "an address joins the waitlist": [
    async () => {
      const entry = { email: newEmail(), created_at: at } as never;
      const key = keys.waitlist(hashOfEmail((entry as Item).email as string));
      return { key, call: () => store.putWaitlistEntry(entry) };
    },
    TAKEN,
  ],
  "the standing of an account without keys changes": [
    async () => {
      const { key, before } = await account(0);
      return {
        key,
        call: () => store.putStanding(before, { ...before, tier: "scale" } as never),
        refused: false,
      };
    },
    { ...standing, keys: [{ key_id: "key_1", hash: "h" }] },
  ],
  "the standing of an account with a key changes": [
    async () => {
      const { key, before } = await account(1);
      return {
        key,
        call: () => store.putStanding(before, { ...before, tier: "scale" } as never),
        refused: false,
      };
    },
    { ...standing, keys: [] },
  ],
  "the standing of a suspended account without keys changes": [
    () => suspendedAccount(0),
    { suspended: undefined },
  ],
  "the standing of a suspended account changes": [() => suspendedAccount(1), { suspended: undefined }],
  "an account is stored": [
    async () => {
      const stored = newAccount({}, now);
      return { key: keys.account(stored.account_id), call: () => store.putAccount(stored), refused: false };
    },
    TAKEN,
  ],
  "the standing of a key changes": [
    async () => {
      const { before } = await account(1);
      const key = keys.apiKey(before.keys?.[0]?.hash ?? "");
      return {
        key,
        call: () => store.putStanding(before, { ...before, tier: "scale" } as never),
        refused: false,
      };
    },
    GONE,
  ],
  "a key is revoked": [
    async () => {
      const { before } = await account(1);
      const { key_id = "", hash = "" } = before.keys?.[0] ?? {};
      const call = () => store.moveKeyToRevoked(key_id, now);
      return { key: keys.apiKey(hash), call, refused: false, reads: true };
    },
    GONE,
  ],
  "a key is rotated": [
    async () => {
      const { before, addKey } = await account(1);
      const [{ key_id = "", hash = "" } = {}, { record, hash: next }] = [before.keys?.[0], addKey(before)];
      const call = () => store.moveKeyToRotated(before, key_id, { key: record, hash: next }, later, now);
      return { key: keys.apiKey(hash), call, refused: "gone" };
    },
    GONE,
  ],
  "the use of a key is written": [
    async () => {
      const { before } = await account(1);
      const { hash = "" } = before.keys?.[0] ?? {};
      const use = { network: "n", isIdempotent: false };
      return { key: keys.apiKey(hash), call: () => store.putKeyUse({} as never, hash, use, now) };
    },
    { ...GONE, last_used_at: at },
  ],
  "an account gets a key": [
    async () => {
      const { key, before, addKey } = await account(1);
      return { key, call: addKey(before).put, refused: { outcome: "changed" } };
    },
    standing,
  ],
  "a key of an account is rotated": [(field, value) => rotatedKey(field, value, false), standing],
  "a key of a suspended account is rotated": [
    (field, value) => rotatedKey(field, value, true),
    { suspended: undefined },
  ],
  "the first proof of a link is put": [() => login(), { proof_hash: "other", ...GONE }],
  "another proof of a link is put": [() => login("first"), { proof_hash: "other", mailed_at: at }],
  "an emailed link is noted": [
    async () => {
      const login_id = newPerson();
      const call = () => logins.putLoginMailed(login_id, now).catch(() => "refused");
      return { key: keys.login(login_id), call, refused: "refused" };
    },
    GONE,
  ],
  "an email that was counted is claimed": [
    (field) => email({ counted_at: at }, field === "settled_at" ? "settled" : "busy"),
    { settled_at: at, sending_until: now.getTime() + 1 },
  ],
  "an email is claimed": [
    (field) => email({}, field === "settled_at" ? "settled" : "busy"),
    { settled_at: at, sending_until: now.getTime() + 1 },
  ],
  "a consent is withdrawn": [
    async () => {
      const state = newPerson();
      await transact([put({ ...keys.consent(state), answer: "connected" })]);
      const call = () => isRefused(transact([store.withdrawalWrite(state, now, "jti")]));
      return { key: keys.consent(state), call, refused: true };
    },
    { answer: "refused", withdrawn_at: at },
  ],
  "a driver of another company's is paid": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const call = () => transact([store.deletedTotalsWrite(owner, driver, { cents: 1 })]).then(Boolean);
      return { key: keys.deletedDriver(owner, driver), call, refused: true };
    },
    GONE,
  ],
  "what a driver saves is written": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const call = () => isRefused(transact([store.planWrite(owner, driver, undefined)]));
      return { key: keys.driver(owner, driver), call, refused: true };
    },
    GONE,
  ],
  "a gig platform is connected": [
    async () => {
      const owner = newOwner();
      const state = newPerson();
      const driver = await newDriver(owner);
      const consent = newConsent(owner, driver, { platform: "uber", redirect_url: "https://a.example" }, now);
      await store.putConsent(consent, state, undefined);
      const read = { period: openPeriod(undefined, now), rows: [] };
      const call = () => store.putConnection(consent, state, read, now).catch(({ name }) => name);
      return { key: keys.driver(owner, driver), call, refused: "Contention" };
    },
    GONE,
  ],
  "a connection ends": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const connection = newConnection("uber", undefined, false, now);
      await transact([put({ ...keys.connection(owner, driver, "uber"), ...connection })]);
      const call = () => store.deleteConnection(owner, driver, "uber").catch(({ name }) => name);
      return { key: keys.driver(owner, driver), call, refused: "Contention" };
    },
    GONE,
  ],
  "a connection is written": [
    async () => {
      const owner = newOwner();
      const before = { platform: "uber", syncs: 1, status: "connected" };
      const key = keys.connection(owner, "drv_1", "uber");
      await transact([put({ ...key, ...before })]);
      const write = store.connectionWrite(owner, "drv_1", { ...before, syncs: 2 } as never, before as never);
      return { key, call: () => isRefused(transact([write])), refused: true };
    },
    { syncs: 5, status: "disconnected" },
  ],
  "a driver is changed": [
    async () => {
      const owner = newOwner();
      const id = await newDriver(owner);
      const driver = (await store.findDriver(owner, id)) as never;
      let decisions = 0;
      const decide = () => ({ fields: { first_name: `${++decisions}` }, answer: () => decisions });
      const call = () => store.moveDriver(owner, driver, decide as never);
      return { key: keys.driver(owner, id), call, refused: { answer: 2 }, again: true };
    },
    {
      events: 7,
      bank_accounts: [bankAccount],
      savings: { agreement_id: "sav_1", person: "p", rule: { percent: 1 } },
    },
  ],
  "a driver is deleted": [
    async () => {
      const owner = newOwner();
      const id = await newDriver(owner);
      const remains = async () => ({ identity: "sealed", documents: [] });
      const call = () => store.deleteDriver(owner, id, remains, tick());
      return { key: keys.driver(owner, id), call, refused: "deleted", reads: true, again: true };
    },
    {
      events: 7,
      bank_accounts: [bankAccount],
      savings: { agreement_id: "sav_1", person: "p", rule: { percent: 1 } },
    },
  ],
  "a driver with an external id is put": [
    async () => {
      const owner = newOwner();
      const request = { email: newEmail(), first_name: "A", last_name: "B", external_id: "crew-1" };
      const driver = createDriver(request, tick());
      const call = () => store.putDriver(owner, driver, undefined);
      return { key: keys.externalId(owner, "crew-1"), call };
    },
    TAKEN,
  ],
  "a driver gets a bank account": [
    async () => {
      const owner = newOwner();
      const id = await newDriver(owner);
      const call = () =>
        store.putBankAccount(owner, id, { id: "ba_2", status: "verified" } as never, undefined);
      return { key: keys.driver(owner, id), call, refused: "full" };
    },
    { bank_accounts: Array.from({ length: MAX_BANK_ACCOUNTS }, (_, i) => ({ id: `ba_${i}` })) },
  ],
  "a form is issued": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const key = keys.driverTotals(owner, driver);
      await transact([change(key, { set: { paid_2126: 90_000 } })]);
      const writes = store.taxDocumentWrites(owner, await issue(driver, 90_000));
      return { key, call: () => isRefused(transact(writes)), refused: true };
    },
    { paid_2126: 90_001, tips_2126: 1, form_2126: "doc_1" },
  ],
  "a form is corrected": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const form = await issue(driver, 90_000);
      const set = { paid_2126: 80_000, form_2126: form.id };
      await transact([change(keys.driverTotals(owner, driver), { set })]);
      const writes = store.taxDocumentWrites(owner, corrected(form, 80_000));
      return {
        key: keys.taxDocument(owner, 2126, form.id),
        call: () => isRefused(transact(writes)),
        refused: true,
      };
    },
    GONE,
  ],
  "a form of nothing is issued": [
    async () => {
      const owner = newOwner();
      const driver = await newDriver(owner);
      const writes = store.taxDocumentWrites(owner, await issue(driver, 0));
      return {
        key: keys.driverTotals(owner, driver),
        call: () => isRefused(transact(writes)),
        refused: true,
      };
    },
    { paid_2126: 1 },
  ],
  "a walk takes a page": [
    async () => {
      const walk = { event: "contribution.settled", day: newPerson() } as const;
      const owner = newOwner();
      const page = { kind: "tax_page", walk } as const;
      await store.moveWalk({ ...page, of: owner }, "a", [], [], now);
      const key = keys.walk(`contribution.settled-${walk.day}#${ownerKey(owner)}`);
      const call = () => store.moveWalk({ ...page, of: owner, after: "a" }, "b", [], [], now);
      return { key, call, refused: false };
    },
    { reached: "c" },
  ],
  "a member is deleted": [
    async () => {
      const member = {
        account_id: newPerson(),
        member_id: "mem_1",
        email: newEmail(),
        role: "viewer",
      } as never;
      await transact(store.memberWrites(member));
      const key = keys.member((member as Item).account_id as string, "mem_1");
      return { key, call: () => store.deleteMember(member, undefined), refused: false };
    },
    { role: "admin", email: "other@example.com" },
  ],
  "a member is put": [
    async () => {
      const member = { account_id: newPerson(), member_id: "mem_1", email: newEmail(), role: "viewer" };
      const call = () => isRefused(transact(store.memberWrites(member as never)));
      return { key: keys.membership(member.email, member.account_id), call, refused: true };
    },
    TAKEN,
  ],
  "an invitation is noted": [
    async () => {
      const member = {
        account_id: newPerson(),
        member_id: "mem_1",
        email: newEmail(),
        role: "viewer",
      } as never;
      await transact(store.memberWrites(member));
      const key = keys.member((member as Item).account_id as string, "mem_1");
      return { key, call: () => store.moveInvitation(member, "sent") };
    },
    GONE,
  ],
  "a contact is deleted": [
    async () => {
      const partner = { partner_id: `partner-${++places}`, company: "A", email: newEmail() };
      await transact([put({ ...keys.partner(partner.partner_id), ...partner })]);
      const call = () => isRefused(transact(store.contactDeletes(partner as never)));
      return { key: keys.partner(partner.partner_id), call, refused: true };
    },
    { email: "other@example.com" },
  ],
  "a turn that got nothing is returned": [
    async () => {
      const network = `192.0.2.${++places}`;
      return { key: keys.network(network), call: () => store.returnTurn("press", network, now) };
    },
    GONE,
  ],
  "a website is changed": [
    async () => {
      const partner = { partner_id: `partner-${++places}`, status: "approved", website: "https://a.example" };
      await transact([put({ ...keys.partner(partner.partner_id), ...partner })]);
      const call = () => store.putWebsite(partner as never, "https://b.example");
      return { key: keys.partner(partner.partner_id), call, refused: false };
    },
    { status: "refused", website: "https://c.example" },
  ],
};

/** All sums of a driver, as the deletion compares them. */
const sums = Object.fromEntries(
  ["lifetime_payouts", "lifetime_earnings", "cents", "pending", "completed", "failed", "canceled", "refunded"]
    .concat(
      [
        "payout_created",
        "payout_completed",
        "payout_failed",
        "payout_canceled",
        "payout_refunded",
        "correction",
      ].map((type) => `entries_${type}`),
    )
    .concat(["paid_2126", "tips_2126", "form_2126", "tax_log_changes", "miles_2126_03"])
    .map((name) => [name, 1]),
);
races["the sums of a driver are deleted"] = [
  async (field) => {
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
  },
  sums,
];

const rows = Object.entries(races).flatMap(([what, [make, fields]]) =>
  Object.entries(fields).map(([field, value]) => ({ what, field, value, make })),
);

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

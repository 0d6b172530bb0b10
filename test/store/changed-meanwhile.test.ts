import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, jest, test } from "@jest/globals";
import { MAX_KEYS, newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { newLogin } from "../../shared/domain/account/login.ts";
import {
  addBankAccount,
  bankAccountId,
  MAX_BANK_ACCOUNTS,
} from "../../shared/domain/driver/driver-accounts.ts";
import { settlePayout } from "../../shared/domain/payout/payout.ts";
import { newBatch } from "../../shared/domain/payout/payout-batch.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { invited } from "../../shared/domain/savings/agreement.ts";
import { ownerKey } from "../../shared/domain/item/owner.ts";
import { startSandboxSignup } from "../../shared/domain/signup/signup.ts";
import type { Key } from "../../shared/store/keys/keys.ts";
import type { Item } from "../../shared/store/table/table.ts";
import { declined, receiptOf } from "../support/receipts.ts";
import { later, now, tick } from "./century-ahead.ts";
import { newDriver, newOwner, newPayout } from "./payout-steps.ts";
import { newPerson, newSaver } from "./savings-steps.ts";
import { begun, confirm, confirmed } from "./signup-steps.ts";
import { store } from "./store.ts";
import { issue } from "./tax-form-steps.ts";

const { change, findItem, keys, put, remove, table, transact } = store;
const logins = await import("../../shared/store/account/logins.ts");
const { reserveSavings } = await import("../../shared/store/savings/payout-savings.ts");

afterEach(() => {
  jest.restoreAllMocks();
});

/**
 * A call, made with what it read of the item at `key` before another writer changed a field there. `refused`:
 * what it returns then. `again`: it decides again, on what is stored now, and so may change the item.
 */
type Raced = { key: Key; call: () => Promise<unknown>; refused?: unknown; again?: boolean };

const at = now.toISOString();
const past = new Date(now.getTime() - 1_000).toISOString();
const GONE = { pk: undefined };
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
  const [person, choice] = [newPerson(), { rule: { percent: 10 }, yearly_cap: 100_000 }];
  const receipt = receiptOf("save_from_payouts", first.id, tick());
  const start = () =>
    store.startSavings(first, { choice, person, email: "a@example.com", receipt }, undefined, tick());
  if (isActive) await start();
  const seen = (await store.findAgreement(owner, driver)) ?? first;
  return { key: keys.savings(owner, driver), seen, start, choice, receipt };
}

/** The writes of what a payout saves, of which a cap of less than 500 cents lets only a part. */
async function savings(cap: number): Promise<Raced> {
  const [owner, person] = [newOwner(), newPerson()];
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
  "a person starts to save": [
    async () => {
      const { key, start } = await agreement(false);
      return { key, call: start, refused: false };
    },
    { id: "sav_other", status: "ended", events: 9 },
  ],
  "a person changes what they save": [
    async () => {
      const { key, seen, choice, receipt } = await agreement(true);
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
      const [owner, person] = [newOwner(), newPerson()];
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
  "an account gets a key": [
    async () => {
      const { key, before, addKey } = await account(1);
      return { key, call: addKey(before).put, refused: { outcome: "changed" } };
    },
    standing,
  ],
  "the standing of a rotated key": [
    async (field, value) => {
      const { key, before, addKey } = await account(1);
      const { hash, record } = addKey(before);
      const call = async () => {
        await store.moveKeyToRotated(
          before,
          before.keys?.[0]?.key_id ?? "",
          { key: record, hash },
          later,
          now,
        );
        return (await findItem(keys.apiKey(hash)))?.[field];
      };
      return { key, call, refused: value, again: true };
    },
    standing,
  ],
  "the first proof of a link is put": [() => login(), { proof_hash: "other", ...GONE }],
  "another proof of a link is put": [() => login("first"), { proof_hash: "other", mailed_at: at }],
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
  "a connection is written": [
    async () => {
      const [owner, before] = [newOwner(), { platform: "uber", syncs: 1, status: "connected" }];
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
    { events: 7, bank_accounts: [bankAccount] },
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
  "a walk takes a page": [
    async () => {
      const walk = { event: "contribution.settled", day: newPerson() } as const;
      const [owner, page] = [newOwner(), { kind: "tax_page", walk } as const];
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

const rows = Object.entries(races).flatMap(([what, [make, fields]]) =>
  Object.entries(fields).map(([field, value]) => ({ what, field, value, make })),
);

test.each(rows)("$what, and another writer was faster with $field", async ({ field, value, make }) => {
  const { key, call, refused, again } = await make(field, value);
  await transact([field === "pk" ? remove(key) : change(key, { set: { [field]: value } })]);
  const before = await findItem(key);
  const answer = await call();
  if (refused !== undefined) expect(answer).toEqual(refused);
  if (!again) expect(await findItem(key)).toEqual(before);
});

test("the deletion of a driver reads again each sum that changed meanwhile", async () => {
  const owner = newOwner();
  const id = await newDriver(owner);
  const { pk, sk, ...sums } = (await findItem(keys.driverTotals(owner, id))) ?? {};
  const fields = { ...sums, paid_2126: 0, tips_2126: 0, form_2126: "doc", tax_log_changes: 0 };
  const send = table.send.bind(table) as (command: unknown) => Promise<unknown>;
  const left = Object.keys(fields);
  jest.spyOn(table, "send").mockImplementation((async (command: unknown) => {
    const isDeletion = command instanceof TransactWriteCommand;
    const name = isDeletion ? left.pop() : undefined;
    if (!name) return send(command);
    await send(
      new TransactWriteCommand({
        TransactItems: [
          change(keys.driverTotals(owner, id), { set: { [name]: name.startsWith("form") ? name : 1 } }),
        ],
      }),
    );
    return send(command);
  }) as never);
  const remains = async () => ({ identity: "sealed", documents: [] });
  let outcome: unknown;
  while (outcome === undefined)
    outcome = await store.deleteDriver(owner, id, remains, tick()).catch((error: Error) => {
      if (error.name !== "Contention") throw error;
    });
  expect([outcome, left]).toEqual(["deleted", []]);
  expect(await findItem(keys.deletedDriver(owner, id))).toMatchObject({ paid_2126: 1, tips_2126: 1 });
});

import { describe, expect, test } from "@jest/globals";
import type { MailRequest, SavingsMail } from "../../shared/domain/event/outbox.ts";
import { newLogin } from "../../shared/domain/account/login.ts";
import { newMember } from "../../shared/domain/account/member.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { claimsOf } from "../../shared/domain/receipt/receipt.ts";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { startSes } from "../support/cloud/ses-stub.ts";
import { joined } from "../support/receipts.ts";

await startEngine();
const ses = await startSes();
Object.assign(process.env, { MAIL_FROM: "service@mail.example.com", CONFIRMATIONS_PER_HOUR: "100000" });
const { handler } = await import("../../functions/events/send-mail.ts");
const { emails } = await import("../../shared/mail/emails.ts");
const { erasePersonRun } = await import("../../shared/operators/person/erase-person.ts");
const { putLogin } = await import("../../shared/store/account/logins.ts");
const { memberWrites } = await import("../../shared/store/account/members.ts");
const { putDriver } = await import("../../shared/store/driver/drivers.ts");
const { receiptWrite } = await import("../../shared/store/receipt/receipts.ts");
const { keys } = await import("../../shared/store/keys/keys.ts");
const { disownedWrites, putSuppression } = await import("../../shared/store/signup/suppressions.ts");
const { hashMailbox } = await import("../../shared/store/signup/mailboxes.ts");
const { putSignup } = await import("../../shared/store/signup/signups.ts");
const { transact } = await import("../../shared/store/table/table.ts");
const { change, put } = await import("../../shared/store/table/writes.ts");

const now = new Date();
/** Each row has people and accounts of its own. */
let rows = 0;
const next = () => ++rows;

/** A live signup. `status`: as its confirmation leaves it. */
async function signupOf(email: string, status = "initiated") {
  const signup = startSignup({ email }, now);
  await putSignup(signup);
  if (status !== signup.status) await transact([change(keys.signup(signup.signup_id), { set: { status } })]);
  return signup;
}

/** An account whose only admin has the address. The admin has never signed in. */
async function teamOf(email: string) {
  const account_id = `acct_${next()}`;
  const partner_id = `partner-${rows}`;
  const member = newMember({ account_id, partner_id, email, role: "admin" }, now);
  await transact([
    ...memberWrites(member),
    put({
      ...keys.partner(partner_id),
      partner_id,
      account_id,
      company: "Fleet",
      status: "approved",
      created_at: now.toISOString(),
    }),
  ]);
  return { account_id, member_id: member.member_id, mode: "live" as const };
}

type Message = MailRequest extends infer Request
  ? Request extends MailRequest
    ? Omit<Request, "kind">
    : never
  : never;
type Making = (email: string) => Promise<Message>;

const savings =
  (about: SavingsMail["about"], status: string): Making =>
  async (email) => {
    const signup = await signupOf(email, "waitlist_joined");
    const owner = { account_id: `acct_${next()}`, mode: "live" } as const;
    const driver = createDriver({ email, first_name: "A", last_name: "B" }, now);
    await putDriver(owner, driver, undefined);
    const agreement = {
      ...owner,
      id: sortableId("sav_", now),
      driver_id: driver.id,
      status,
      events: 0,
      invited_at: now.toISOString(),
      ...(status !== "invited" && { signup_id: signup.signup_id, person: `1.${rows}` }),
    };
    await transact([put({ ...keys.savings(owner, driver.id), ...agreement })]);
    return { mail: "savings", ...owner, driver_id: driver.id, agreement_id: agreement.id, about, year: 2026 };
  };

/** Live access goes to the operators. */
const { live_access: _, ...toPersons } = emails;

/** What is written about a person with this address, and the request for its email. */
const kinds: Record<keyof typeof toPersons, Making> = {
  confirmation: async (email) => {
    const { signup_id, created_at } = await signupOf(email);
    return { mail: "confirmation", signup_id, asked_at: created_at, lane: "creation", turn: 0 };
  },
  receipt: async (email) => {
    const signup = await signupOf(email, "waitlist_joined");
    const receipt = joined(signup, now);
    await transact([receiptWrite(receipt)]);
    return { mail: "receipt", signup_id: signup.signup_id, jti: claimsOf(receipt).jti };
  },
  sign_in: async (email) => {
    await teamOf(email);
    const login = newLogin({ email, browser: "", next: "/developers" }, now);
    await putLogin(login, now);
    return { mail: "sign_in", login_id: login.login_id, lane: "account", turn: 0 };
  },
  contact_change: async (email) => {
    const { account_id } = await teamOf(`admin-${next()}@example.org`);
    const contact = { account_id, from: "former@example.org" };
    const login = newLogin({ email, browser: "", contact, next: "/developers" }, now);
    await putLogin(login, now);
    return { mail: "contact_change", login_id: login.login_id };
  },
  invitation: async (email) => {
    const { account_id, member_id } = await teamOf(email);
    return { mail: "invitation", account_id, member_id, lane: "account", turn: 0 };
  },
  live_decision: async (email) => ({ mail: "live_decision", ...(await teamOf(email)), result: "approved" }),
  passkeys: async (email) => ({ mail: "passkeys", ...(await teamOf(email)), about: "added" }),
  proposal: async (email) => ({ mail: "proposal", ...(await teamOf(email)), proposal_id: "prp_1" }),
  key_expiry: async (email) => ({
    mail: "key_expiry",
    ...(await teamOf(email)),
    key_ids: ["key_1"],
    day: "2026-12-01",
  }),
  endpoint_failing: async (email) => ({
    mail: "endpoint_failing",
    ...(await teamOf(email)),
    endpoint_id: "wh_1",
    since: now.toISOString(),
  }),
  endpoint_disabled: async (email) => ({
    mail: "endpoint_disabled",
    ...(await teamOf(email)),
    endpoint_id: "wh_1",
    reason: "failing",
    failed: { event_id: "evt_1", reason: "refused: the receiver answered 500" },
  }),
  savings_invited: savings("invited", "invited"),
  savings_started: savings("started", "active"),
  savings_changed: savings("changed", "active"),
  savings_ended: savings("ended", "ended"),
  savings_year: savings("year", "active"),
};

/** Whether the address got the email, and the outcome in the log. */
async function send(message: object, email: string) {
  const body = JSON.stringify({ kind: "mail", ...message, entry_id: sortableId("", new Date()) });
  const lines = await logLines(async () => {
    expect(await handler({ Records: [{ messageId: "m", body }] } as never)).toEqual({
      batchItemFailures: [],
    });
  });
  return [/"outcomes":\["(\w+)"\]/.exec(lines)?.[1], ses.asked.includes(email)];
}

const silences = {
  bounced: (email: string) => putSuppression(email, "bounced", now),
  complained: (email: string) => putSuppression(email, "complained", now),
  disowned: async (email: string) => transact(disownedWrites(await hashMailbox(email), now)),
};
const names = Object.keys(toPersons) as (keyof typeof toPersons)[];

const emailOf = (name: string, state: string) => `${name}-${state}@example.com`;

describe.each(names)("the email %s", (name) => {
  test("goes to a mailbox that gets email", async () => {
    const email = emailOf(name, "open");
    expect(await send(await kinds[name](email), email)).toEqual(["sent", true]);
  });

  test.each(Object.entries(silences))("goes to no mailbox that is %s", async (state, silence) => {
    const email = emailOf(name, state);
    const message = await kinds[name](email);
    await silence(email);
    expect(await send(message, email)).toEqual(["suppressed", false]);
  });
});

// The address of a new contact is in a link's request alone, which ends after 15 minutes.
test.each(names.filter((name) => name !== "contact_change"))(
  "the email %s goes to no person who was erased",
  async (name) => {
    const email = emailOf(name, "erased");
    const message = await kinds[name](email);
    const run = await erasePersonRun({ person: email, lock: true } as never, { now } as never);
    if ("act" in run) await run.act();
    expect(await send(message, email)).toEqual([expect.not.stringMatching("sent"), false]);
  },
);

import { beforeEach, expect, test } from "@jest/globals";
import { newLogin } from "../../shared/domain/account/login.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { startSignup } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { startSes } from "../support/cloud/ses-stub.ts";

const MINUTE_MS = 60_000;

/** The sender's clock. In the future: an engine deletes expired items by its own clock. */
let now = Date.parse("2126-11-21T09:30:00.000Z");
const at = () => new Date(now);
const pass = (ms: number) => {
  now += ms;
};

const engine = await startEngine();
const ses = await startSes();
// The lanes of creations and of accounts have six emails an hour each, three of them at once.
Object.assign(process.env, { MAIL_FROM: "service@mail.example.com", CONFIRMATIONS_PER_HOUR: "20" });
const { mailSender } = await import("../../functions/events/send-mail.ts");
const { waitingSender } = await import("../../functions/events/send-waiting.ts");
const handler = mailSender(at);
const sendWaiting = waitingSender(at);
// The lanes have all their room again.
beforeEach(() => pass(120 * MINUTE_MS));

/** A signup, and the message that asks for its email in a turn of its network. */
async function signUp(email: string, turn: number) {
  const { putSignup } = await import("../../shared/store/signup/signups.ts");
  const signup = startSignup({ email }, at());
  expect(await putSignup(signup, turn)).toBeUndefined();
  const { signup_id, created_at: asked_at } = signup;
  pass(1);
  const entry_id = sortableId("", at());
  return { kind: "mail", mail: "confirmation", signup_id, asked_at, lane: "creation", turn, entry_id };
}

/** The outcome of a message of the queue. */
async function send(message: object): Promise<string | undefined> {
  const Records = [{ messageId: "m", body: JSON.stringify(message) }];
  const lines = await logLines(async () => {
    expect(await handler({ Records } as never)).toEqual({ batchItemFailures: [] });
  });
  return /"outcomes":\["(\w+)"\]/.exec(lines)?.[1];
}

const minute = () => logLines(() => sendWaiting());
const isIdle = async () => Date.parse((await sendWaiting()).idle_until) > now;
const waiting = async () => (await engine.items("WAITING_EMAIL")).length;

test("a network's later emails wait, another's first passes them, and each leaves once when there is room", async () => {
  const flood = [];
  for (let turn = 0; turn < 4; turn++) flood.push(await signUp(`bot${turn}@example.com`, turn));
  const outcomes = [];
  for (const message of flood) outcomes.push(await send(message));
  // Half of the three places is the most that a later email needs to find free, besides its own.
  expect(outcomes).toEqual(["sent", "sent", "waits", "waits"]);
  expect(await send(flood[3] as object)).toBe("waits");
  expect(await waiting()).toBe(2);
  expect(await send(await signUp("person@example.com", 0))).toBe("sent");
  expect(await send(await signUp("late@example.com", 0))).toBe("waits");
  expect(await minute()).toContain('"outcomes":["waits"]');
  expect([await waiting(), await isIdle()]).toEqual([3, false]);

  const sentAfter = async (minutes: number) => {
    pass(minutes * MINUTE_MS);
    const before = ses.asked.length;
    await minute();
    return ses.asked.slice(before);
  };
  expect(await sentAfter(21)).toEqual(["late@example.com"]);
  expect(await sentAfter(21)).toEqual([]);
  expect(await sentAfter(40)).toEqual(["bot2@example.com", "bot3@example.com"]);
  expect([await waiting(), await isIdle()]).toEqual([0, true]);
  expect(await send(flood[3] as object)).toBe("settled");
});

test("an email that SES does not take stays first in its line, and one that is not needed leaves it", async () => {
  for (let i = 0; i < 3; i++) await send(await signUp(`room${i}@example.com`, 0));
  expect(await send(await signUp("stays@example.com", 0))).toBe("waits");
  const { deleteSignup } = await import("../../shared/store/signup/erasures.ts");
  const { findSignup } = await import("../../shared/store/signup/signups.ts");
  const gone = (await signUp("gone@example.com", 0)) as { signup_id: string };
  expect(await send(gone)).toBe("waits");
  await deleteSignup((await findSignup(gone.signup_id, at())) as never, at());
  ses.failing = "stays@example.com";
  pass(21 * MINUTE_MS);
  await expect(minute()).rejects.toThrow("waits failed");
  expect(await waiting()).toBe(1);
  ses.failing = "";
  pass(2 * MINUTE_MS);
  await minute();
  expect([ses.asked.at(-1), await waiting()]).toEqual(["stays@example.com", 0]);
});

/** A company that registers, and the outcome of its email in the lane of accounts. */
async function register(email: string) {
  const { putLogin } = await import("../../shared/store/account/logins.ts");
  const login = newLogin({ email, browser: "b", company: "Acme", next: "/developers" }, at());
  await putLogin(login, at(), undefined, 0);
  pass(1);
  const { login_id } = login;
  return { login_id, outcome: await send({ ...inLane(), mail: "sign_in", login_id }) };
}

const inLane = () => ({ kind: "mail", lane: "account", turn: 0, entry_id: sortableId("", at()) });

test("a registration that waits keeps its request for a day, and its link works for its whole time from the sending", async () => {
  const { findLogin } = await import("../../shared/store/account/logins.ts");
  for (let i = 0; i < 3; i++) expect((await register(`dev${i}@example.com`)).outcome).toBe("sent");
  const { wouldWait } = await import("../../shared/store/share/lanes.ts");
  expect(await wouldWait("account", 0, at())).toBe(true);
  const { login_id, outcome } = await register("patient@example.com");
  expect(outcome).toBe("waits");
  pass(21 * MINUTE_MS);
  await minute();
  expect(ses.asked.at(-1)).toBe("patient@example.com");
  const end = Date.parse((await findLogin(login_id, at()))?.expires_at ?? "");
  expect(end - now).toBeGreaterThan(14 * MINUTE_MS);
  expect(end - now).toBeLessThanOrEqual(15 * MINUTE_MS);
});

test("an invitation that waits is sent later, once", async () => {
  const { registerCompany } = await import("../../shared/dashboard/sign-in/register-company.ts");
  for (let i = 0; i < 3; i++) await register(`full${i}@example.com`);
  const { account_id, member_id } = (await registerCompany("Fleet", "invited@example.com", at())) ?? {};
  const message = { ...inLane(), mail: "invitation", account_id, member_id };
  expect(await send(message)).toBe("waits");
  pass(21 * MINUTE_MS);
  await minute();
  expect(ses.asked.at(-1)).toBe("invited@example.com");
  expect(await send(message)).toBe("settled");
});

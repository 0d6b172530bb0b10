import { beforeEach, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { startSes } from "../support/cloud/ses-stub.ts";

await startEngine();
const ses = await startSes();
process.env.MAIL_FROM = "service@mail.example.com";
const { handler } = await import("../../functions/events/send-mail.ts");
beforeEach(() => {
  Object.assign(ses, { answer: "takes", message: "Refused", failing: "", asked: [] });
});

/** A request for live access. Its email goes to the operators. */
const newMessage = () => ({
  kind: "mail",
  mail: "live_access",
  account_id: "acct_1",
  entry_id: sortableId("", new Date()),
});

/** The log of a batch of one message, and whether the message returns to its queue. */
async function send(message: object) {
  let failed = 0;
  const lines = await logLines(async () => {
    const Records = [{ messageId: "m", body: JSON.stringify(message) }];
    failed = (await handler({ Records } as never)).batchItemFailures.length;
  });
  const [, outcome] = /"outcomes":\["(\w+)"\]/.exec(lines) ?? [];
  return { outcome, returns: failed > 0, lines };
}

test("a message of an entry whose email was sent sends nothing", async () => {
  const message = newMessage();
  expect(await send(message)).toMatchObject({ outcome: "sent", returns: false });
  expect(await send(message)).toMatchObject({ outcome: "settled", returns: false });
  expect(await send(newMessage())).toMatchObject({ outcome: "sent" });
  expect(ses.asked).toHaveLength(2);
});

test("an address that SES refuses for good is dropped: no retry, and no address in the log", async () => {
  Object.assign(ses, { answer: "BadRequestException", message: "Domain contains illegal character" });
  const message = newMessage();
  const { outcome, returns, lines } = await send(message);
  expect({ outcome, returns }).toEqual({ outcome: "refused", returns: false });
  expect(lines).not.toContain(brand.supportEmail);
  expect(await send(message)).toMatchObject({ outcome: "settled" });
  expect(ses.asked).toHaveLength(1);
});

test.each([
  ["is invalid, though not about its address", "BadRequestException", "The subject is too long"],
  ["SES rejects for another reason", "MessageRejected", "Refused"],
])("an email that %s returns to its queue, and is not lost", async (_, answer, reason) => {
  Object.assign(ses, { answer, message: reason });
  const message = newMessage();
  expect(await send(message)).toMatchObject({ outcome: "fault", returns: true });
  // The claim lasts a minute. The queue waits longer.
  ses.answer = "takes";
  expect(await send(message)).toMatchObject({ outcome: "fault", returns: true });
  expect(ses.asked).toHaveLength(1);
});

/** An account with admins: the first two have signed in. */
async function teamOf(account_id: string, emails: readonly string[]): Promise<void> {
  const { newMember } = await import("../../shared/domain/account/member.ts");
  const { memberWrites } = await import("../../shared/store/account/members.ts");
  const { transact } = await import("../../shared/store/table/table.ts");
  for (const [i, email] of emails.entries()) {
    const member = newMember({ account_id, partner_id: "co", email, role: "admin" }, new Date());
    const signed_in_at = new Date().toISOString();
    await transact(memberWrites({ ...member, ...(i < 2 && { signed_in_at }) }));
  }
}

test("an email about an endpoint goes to each admin who has signed in, and a fault with one stops no other", async () => {
  await teamOf("acct_team", ["ana@example.com", "bo@example.com", "stranger@example.com"]);
  const about = { account_id: "acct_team", mode: "test", webhook_id: "wh_1" };
  const message = { ...newMessage(), ...about, mail: "endpoint_disabled" };
  ses.failing = "ana@example.com";
  expect(await send(message)).toMatchObject({ outcome: "fault", returns: true });
  // The claim on the first email lasts a minute, and the second email is not repeated.
  expect(await send(message)).toMatchObject({ outcome: "fault" });
  expect(new Set(ses.asked)).toEqual(new Set(["ana@example.com", "bo@example.com"]));
  expect(ses.asked.filter((to) => to === "bo@example.com")).toHaveLength(1);
});

test("a change of the contact whose link fails gives each admin one notice", async () => {
  const { newLogin } = await import("../../shared/domain/account/login.ts");
  const { putLogin } = await import("../../shared/store/account/logins.ts");
  const former = "former@example.com";
  const next = "next@example.com";
  await teamOf("acct_1", [former]);
  const contact = { account_id: "acct_1", from: former };
  const login = newLogin({ email: next, browser: "", contact, next: "/developers" }, new Date());
  await putLogin(login, new Date());
  const message = { kind: "mail", mail: "contact_change", login_id: login.login_id };
  ses.failing = next;
  expect(await send(message)).toMatchObject({ outcome: "fault", returns: true });
  ses.failing = "";
  expect(await send(message)).toMatchObject({ outcome: "sent" });
  expect(await send(message)).toMatchObject({ outcome: "settled" });
  expect(ses.asked.filter((to) => to === former)).toHaveLength(1);
  expect(ses.asked.at(-1)).toBe(next);
});

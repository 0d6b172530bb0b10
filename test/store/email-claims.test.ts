import { expect, test } from "@jest/globals";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { mailboxLimits, startSignup } from "../../shared/domain/signup/signup.ts";
import { engine, store } from "./store.ts";

const START = Date.parse("2126-11-21T09:30:00.000Z");
const after = (seconds: number) => new Date(START + seconds * 1000);

test("after a crash between the claim and the email, another sender gets the claim a minute later", async () => {
  const id = sortableId("", after(0));
  expect(await store.putEmailClaim(id, after(0))).toBe("claimed");
  expect(await store.putEmailClaim(id, after(59))).toBe("busy");
  expect(await store.putEmailClaim(id, after(60))).toBe("claimed");
  expect(await store.putEmailClaim(id, after(61))).toBe("busy");
});

test("an email that was sent is never claimed again, for as long as its entry can be relayed", async () => {
  const id = sortableId("", after(0));
  await store.putEmailClaim(id, after(0));
  await store.moveEmailToSettled(id, after(1));
  expect(await store.putEmailClaim(id, after(7 * 86_400))).toBe("settled");
  const [item] = (await engine.items("EMAIL")).filter(({ pk }) => pk === `EMAIL#${id}`);
  expect(item?.ttl).toBe(START / 1000 + 8 * 86_400);
});

test("a sender that follows a fault learns that the email was counted", async () => {
  const id = sortableId("", after(0));
  await store.putEmailClaim(id, after(0));
  await store.write(store.countedWrite(id, after(1)));
  expect(await store.putEmailClaim(id, after(59))).toBe("busy");
  expect(await store.putEmailClaim(id, after(60))).toBe("counted");
  await store.moveEmailToSettled(id, after(61));
  expect(await store.putEmailClaim(id, after(200))).toBe("settled");
});

test("an email over its mailbox's limits is dropped, and a redrive on the next day does not send it", async () => {
  const { newDeadline } = await import("../../shared/mail/deliver-mail.ts");
  const { sendEmail } = await import("../../shared/mail/send-email.ts");
  const now = after(0);
  const inLane = { lane: "creation", turn: 0 } as const;
  const line = () => ({ ...inLane, entry_id: sortableId("", now), isNext: false });
  const nextDay = after(25 * 3_600);
  const signUp = async (email: string) => {
    const signup = startSignup({ email }, now);
    expect(await store.putSignup(signup)).toBeUndefined();
    return signup;
  };
  for (let i = 0; i < mailboxLimits.creation.count; i++) {
    const other = await signUp(`ana+${i}@example.com`);
    expect(await store.putCountedProof(other, "proof", other.created_at, line(), now)).toBe("added");
  }
  const { signup_id, created_at } = await signUp("ana@example.com");
  const request = { kind: "mail", mail: "confirmation", signup_id, asked_at: created_at, ...line() } as const;
  expect(await sendEmail(request, false, now, newDeadline())).toBe("limited");
  expect(await sendEmail(request, false, nextDay, newDeadline())).toBe("settled");
  expect(await store.findSignup(signup_id, nextDay)).not.toHaveProperty("proofs");
});

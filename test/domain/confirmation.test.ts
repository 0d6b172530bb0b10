import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { hashOfProof, newProof, proofOf } from "../../shared/crypto/proof.ts";
import { mailboxOf } from "../../shared/domain/signup/mailbox.ts";
import { maskedEmail, plainName, shortName } from "../../shared/domain/signup/masking.ts";
import { mayAskForMail, storedProof } from "../../shared/domain/signup/signup.ts";

const start = Date.parse("2026-11-21T00:00:00.000Z");
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();

const waiting = (...instants: number[]) => ({
  status: "initiated" as const,
  created_at: iso(0),
  mails: instants.map(iso),
});

test.each([
  ["59 s after the last email", waiting(0), 59, "too_soon"],
  ["a minute after the last email", waiting(0), 60, "yes"],
  ["the third request in a day", waiting(0, 60, 120), 180, "yes"],
  ["the fourth request in a day", waiting(0, 60, 120, 180), 240, "too_many"],
  ["a request when the first of three requests is a day old", waiting(0, 60, 120, 180), 86_460, "yes"],
  [
    "the eleventh request in total",
    waiting(...Array.from({ length: 10 }, (_, i) => i * 50_000)),
    10_000_000,
    "too_many",
  ],
  ["a request after confirmation", { ...waiting(0), status: "waitlist_joined" as const }, 3_600, "settled"],
])("%s gives %s", (_, signup, at, answer) =>
  expect(mayAskForMail(signup, new Date(start + at * 1000))).toBe(answer),
);

test.each([
  ["Ana@Example.com", "ana@example.com"],
  ["ana+1@example.com", "ana@example.com"],
  ["ana+1+2@example.com", "ana@example.com"],
  ["a.n.a@example.com", "a.n.a@example.com"],
  ["A.n.a+x@Gmail.com", "ana@gmail.com"],
  ["ana@googlemail.com", "ana@gmail.com"],
  ["+1@example.com", "+1@example.com"],
  ["ana@mail.gmail.com", "ana@mail.gmail.com"],
  ["success+1@simulator.amazonses.com", "success+1@simulator.amazonses.com"],
])("the mailbox of %s is %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

test("every spelling of a mailbox has the same key, and the key is its own mailbox", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/);
  const domain = fc.constantFrom("example.com", "gmail.com", "googlemail.com", "mail.example.co.uk");
  const tag = fc.option(fc.stringMatching(/^[a-z0-9.+-]{0,10}$/));
  fc.assert(
    fc.property(name, domain, tag, fc.boolean(), (local, at, tagged, upper) => {
      const plain = `${local}@${at}`;
      const dotted = at.startsWith("g") ? [...local].join(".") : local;
      const spelt = `${dotted}${tagged === null ? "" : `+${tagged}`}@${at}`;
      expect(mailboxOf(upper ? ` ${spelt.toUpperCase()} ` : spelt)).toBe(mailboxOf(plain));
      expect(mailboxOf(mailboxOf(plain))).toBe(mailboxOf(plain));
    }),
  );
});

test("a proof has 256 random bits in URL-safe form and matches only its own hash", async () => {
  const proof = newProof();
  expect(proof).toMatch(/^[\w-]{43}$/);
  const now = new Date(start);
  const signup = { proofs: new Set([storedProof(await hashOfProof(proof), now)]) };
  const [stored] = signup.proofs;
  expect(await proofOf(signup, proof, now)).toBe(stored);
  expect(await proofOf(signup, newProof(), now)).toBeUndefined();
  expect(await proofOf(signup, stored as string, now)).toBeUndefined();
  expect(await proofOf({}, proof, now)).toBeUndefined();
});

test("a proof is valid for 7 days", async () => {
  const proof = newProof();
  const signup = { proofs: new Set([storedProof(await hashOfProof(proof), new Date(start))]) };
  const at = (seconds: number) => proofOf(signup, proof, new Date(start + seconds * 1000));
  expect(await at(7 * 86_400 - 1)).toBeDefined();
  expect(await at(7 * 86_400)).toBeUndefined();
});

test.each([
  ["john@example.com", "j•••@e•••.com"],
  ["a@b.co", "a•••@b•••.co"],
  ["ana@mail.shop.example.org", "a•••@m•••.org"],
])("%s is masked as %s", (email, masked) => expect(maskedEmail(email)).toBe(masked));

test.each([
  ["Claude", "Claude"],
  ["  Zoë   O'Neil-Smith ", "Zoë O'Neil-Smith"],
  ["Zoe\u0308", "Zoë"],
  ["प्रिया", "प्रिया"],
  ["O’Brien", "O’Brien"],
  ["GPT 5", "GPT 5"],
  ["visit evil.com/now", "visit evil com"],
  ["Call 1 (800) 555-0100", "Call"],
  ["Locked 555-12-34 now", "Locked now"],
  ["Your account is locked reply now", "Your account is"],
  ["Your-account-is-locked reply-now", "reply-now"],
  ["Jean-Luc d'Arc-Sur-Mer", "Jean-Luc"],
  ["欧阳娜娜", "欧阳娜娜"],
  ["您的账户已被冻结请加微信客服领取退款", ""],
  ["您的账户已被冻结 请加微信客服领取 退款", "您的账户已被冻结"],
  ["Your-account-is locked-reply-now", "Your-account-is"],
  ["กิตติพงษ์ ศรีสุวรรณรัตนวงศ์", "กิตติพงษ์"],
  ["ශ්\u200dරියානි", "ශ්\u200dරියානි"],
  ["<b>x</b>", "b x b"],
  ["Portable Roth. Confirm at http://evil.com", "Confirm at http"],
  ["PORTABLE-ROTH IRA", ""],
  ["!!!", ""],
  ["\u200d - '", ""],
  [undefined, ""],
])("the name %p appears as %p", (name, plain) => expect(plainName(name)).toBe(plain));

test.each([
  ["Acme Fleet, Inc.", "Acme Fleet Inc"],
  ["Zoë's Ünïcode 运输 🚚 مرحبا", "Zoë's Ünïcode 运输…"],
  ["Extraordinarily Wonderful Transportations Co", "Extraordinarily Wonderful Co…"],
  ["!!!", ""],
])("the company %p appears as %p", (name, short) => expect(shortName(name)).toBe(short));

test("a name never holds a link, a sentence, a phone number or more than 40 characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      const plain = plainName(name);
      expect([...plain].length).toBeLessThanOrEqual(40);
      expect(plain.split(" ").length).toBeLessThanOrEqual(3);
      expect(plain.replace(/\P{N}/gu, "").length).toBeLessThanOrEqual(3);
      expect(plain.isWellFormed()).toBe(true);
      expect(plain).not.toMatch(/[.:/@<>"&!?\n]/);
    }),
  );
});

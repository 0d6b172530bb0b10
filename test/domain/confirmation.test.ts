import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hashOfProof, holdsProof, newProof } from "../../shared/crypto/proof.ts";
import { maskedEmail, plainName } from "../../shared/domain/signup/masking.ts";
import { mailLimits, mayAskForMail } from "../../shared/domain/signup/signup.ts";

const start = Date.parse("2026-11-21T00:00:00.000Z");
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();

describe("requesting a confirmation email", () => {
  const waiting = (...asked: number[]) => ({ status: "initiated" as const, mails: asked.map(iso) });

  test.each([
    ["59 s after the last email", waiting(0), 59, "too_soon"],
    ["a minute after the last email", waiting(0), 60, "yes"],
    ["the fifth request in a day", waiting(0, 60, 120, 180), 240, "yes"],
    ["the sixth request in a day", waiting(0, 60, 120, 180, 240), 300, "too_many"],
    ["a request when the first of five emails is a day old", waiting(0, 60, 120, 180, 240), 86_400, "yes"],
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

  test("emails stay within one a minute, five a day and ten in total, at any request times", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }), (gaps) => {
        const mails = [iso(0)];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if (mayAskForMail({ status: "initiated", mails }, new Date(start + now * 1000)) === "yes")
            mails.push(iso(now));
        }
        const sent = mails.map((at) => Date.parse(at) / 1000);
        expect(sent.length).toBeLessThanOrEqual(mailLimits.inAll);
        for (const [i, at] of sent.entries()) {
          expect(at - (sent[i - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60);
          expect(at - (sent[i - 5] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(86_400);
        }
      }),
    );
  });
});

describe("proofs", () => {
  test("a proof has 256 random bits in URL-safe form and matches only its own hash", async () => {
    const proof = newProof();
    expect(proof).toMatch(/^[\w-]{43}$/);
    const proofs = new Set([await hashOfProof(proof)]);
    expect(await holdsProof({ proofs }, proof)).toBe(true);
    expect(await holdsProof({ proofs }, newProof())).toBe(false);
    expect(await holdsProof({ proofs }, [...proofs][0] as string)).toBe(false);
    expect(await holdsProof({}, proof)).toBe(false);
  });

  test("a proof is hashed with SHA-256", async () => {
    // FIPS 180-4's example: the message "abc".
    expect(await hashOfProof("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("masked emails", () => {
  test.each([
    ["john@example.com", "j•••@e•••.com"],
    ["a@b.co", "a•••@b•••.co"],
    ["ana@mail.shop.example.org", "a•••@m•••.org"],
  ])("%s is masked as %s", (email, masked) => expect(maskedEmail(email)).toBe(masked));
});

describe("names in emails", () => {
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
    ["<b>x</b>", "b x b"],
    ["!!!", ""],
    [undefined, ""],
  ])("the name %p appears as %p", (name, plain) => expect(plainName(name)).toBe(plain));

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
});

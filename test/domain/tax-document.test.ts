import { expect, test } from "@jest/globals";
import { correctionOf, issueDocument, type TaxDocument } from "../../shared/domain/tax/tax-document.ts";

const home = { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601", country: "US" };
const facts = {
  driver_id: "drv_1",
  year: 2026,
  gross_amount: 300_000,
  tip_amount: 40_000,
  occupation: "802",
  payer: { name: "acme", legal_name: "Acme Fleet, Inc.", ein: "sealed-1" },
  recipient: { name: "Ana Ng", address: home, tin: "4321", account_last4: "0009" },
};
const issued = issueDocument(facts, new Date("2027-01-15T06:00:00.000Z"));
const spring = new Date("2027-03-01T09:00:00.000Z");
const nextYear = new Date("2028-01-01T00:00:00.000Z");

type Changes = {
  gross_amount?: number;
  tip_amount?: number;
  occupation?: string;
  payer?: object;
  recipient?: object;
};
const correction = ({ payer, recipient, ...changes }: Changes, now = spring, of = issued) =>
  correctionOf(
    of,
    {
      ...facts,
      ...changes,
      payer: { ...facts.payer, ...payer },
      recipient: { ...facts.recipient, ...recipient },
    },
    now,
  );

test("a form without a change is not corrected", () => {
  expect(correction({})).toBeUndefined();
  expect(correction({}, nextYear)).toBeUndefined();
});

test("a corrected form names the one that it corrects, and has its own id and time", () => {
  const corrected = correction({ gross_amount: 250_000 });
  expect(corrected).toEqual({
    ...facts,
    id: expect.stringMatching(/^doc_[0-9a-z]{26}$/),
    gross_amount: 250_000,
    generated_at: spring.toISOString(),
    corrects: issued.id,
  });
  expect(corrected?.id).not.toBe(issued.id);
});

test.each([250_000, 199_999, 0])(
  "a corrected form states the true amount of %i cents, in any later year",
  (gross_amount) => {
    expect(correction({ gross_amount })?.gross_amount).toBe(gross_amount);
    expect(correction({ gross_amount }, new Date("2031-05-05T00:00:00.000Z"))?.gross_amount).toBe(
      gross_amount,
    );
  },
);

test("a change of the recipient's name or number corrects the form until the end of the following year", () => {
  for (const recipient of [{ name: "Ana Núñez" }, { tin: "8765" }]) {
    expect(correction({ recipient })?.recipient).toEqual({ ...facts.recipient, ...recipient });
    expect(correction({ recipient }, nextYear)).toBeUndefined();
  }
  const later = correction({ gross_amount: 250_000, recipient: { name: "Ana Núñez" } }, nextYear);
  expect(later?.recipient).toEqual(facts.recipient);
});

test("changed tips correct the form in any later year, and without tips it has no occupation", () => {
  expect(correction({ tip_amount: 39_999 }, new Date("2031-05-05T00:00:00.000Z"))).toMatchObject({
    tip_amount: 39_999,
    occupation: "802",
  });
  const without = correction({ tip_amount: 0 });
  expect([without?.tip_amount, without && "occupation" in without]).toEqual([0, false]);
});

test("another occupation, or one that was missing, corrects the form until the end of the following year", () => {
  const { occupation: _, ...bare } = issued;
  expect(correction({ occupation: "804" })?.occupation).toBe("804");
  expect(correction({}, spring, bare)?.occupation).toBe("802");
  expect(correction({ occupation: "804" }, nextYear)).toBeUndefined();
  expect(correction({}, nextYear, bare)).toBeUndefined();
  const { occupation: __, ...unknown } = facts;
  expect(correctionOf(issued, unknown, spring)).toBeUndefined();
});

test("a move, another bank account, or a number that was taken back corrects no form", () => {
  const { tin: _, ...withoutNumber } = facts.recipient;
  expect(correction({ recipient: { address: { ...home, line1: "1 Oak Street" } } })).toBeUndefined();
  expect(correction({ recipient: { account_last4: "1111" } })).toBeUndefined();
  expect(correctionOf(issued, { ...facts, recipient: withoutNumber }, spring)).toBeUndefined();
});

test("a corrected form has the account number of the one that it corrects, even if that had none", () => {
  const { account_last4: _, ...recipient } = facts.recipient;
  const bare: TaxDocument = { ...issued, recipient };
  expect(correction({ gross_amount: 1 }, spring, bare)?.recipient).toEqual(recipient);
  expect(correction({ gross_amount: 1, recipient: { account_last4: "1111" } })?.recipient.account_last4).toBe(
    "0009",
  );
});

test("a corrected form keeps the payer, and gets what was missing", () => {
  const payer = { legal_name: "Acme Couriers, Inc.", ein: "sealed-2", address: home };
  const bare: TaxDocument = { ...issued, payer: { name: "acme" } };
  expect(correction({ payer })?.payer).toEqual({ ...facts.payer, address: home });
  expect(correction({ payer }, spring, bare)?.payer).toEqual({ name: "acme", ...payer });
  expect(correction({ payer: { legal_name: "Acme Couriers, Inc." } })).toBeUndefined();
  expect(correction({ payer }, nextYear, bare)).toBeUndefined();
});

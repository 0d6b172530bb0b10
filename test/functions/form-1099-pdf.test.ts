import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { afterEach, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import type { Form1099 } from "../../shared/domain/tax/form-1099.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import type { TaxRules } from "../../shared/domain/tax/years/tax-year.ts";
import { form1099Pdf } from "../../shared/tax-forms/form-1099-pdf.ts";
import { isPrinted, printedInstead } from "../../shared/tax-forms/printed-name.ts";
import { anyCharacter } from "../support/any-text.ts";
import { textsOf } from "../support/pdf-text.ts";

const form: Form1099 = {
  id: "doc_01j9z8v7w6x5y4t3s2r1q0p9n8",
  rules: taxRules(2026) as TaxRules,
  gross_amount: 3_482_507,
  tip_amount: 412_350,
  occupation: "802",
  payer: {
    name: "Acme Fleet, Inc.",
    address: ["1 Market Street", "San Francisco, CA 94105"],
    tin: "94-1234567",
  },
  recipient: {
    name: "Ana María Núñez",
    street: "77 Alder Lane",
    city: "Oakland, CA 94601",
    tin_last4: "4321",
    account_last4: "0009",
  },
  generated_at: "2027-01-02T09:00:00.000Z",
  sandbox: false,
  provisional: false,
};

const textOf = async (changes: Partial<Form1099> = {}) =>
  textsOf(await form1099Pdf({ ...form, ...changes })).join(" ");

afterEach(() => {
  jest.useRealTimers();
});

test("the PDF has the payer, the recipient, the amount and the year", async () => {
  const text = await textOf();
  for (const words of [
    "Form 1099-NEC",
    "Copy B",
    "2026",
    "Acme Fleet, Inc. 1 Market Street San Francisco, CA 94105",
    "94-1234567",
    "Ana María Núñez",
    "77 Alder Lane",
    "••••0009",
    "RECIPIENT'S TIN XXX-XX-4321",
    "$ 34,825.07",
    "1b  Cash tips 4,123.50",
    "1c  TTOC 802",
    "Draft: not filed with the IRS by this service",
    "February 1, 2027",
    "Form 1099-K instead",
  ]) {
    expect(text).toContain(words);
  }
});

test("no form says that it was filed or furnished", async () => {
  for (const sandbox of [true, false])
    expect(await textOf({ sandbox })).not.toMatch(/being furnished|are reported to the IRS/);
});

test("a correction has the box checked and the id of the form that it corrects", async () => {
  const corrected = await textOf({ corrects: "doc_01j9z8v7w6x5y4t3s2r1q0p9n7" });
  expect(corrected).toMatch(/ X CORRECTED \(if checked\).*Corrects doc_01j9z8v7w6x5y4t3s2r1q0p9n7/);
  expect(await textOf()).not.toMatch(/ X CORRECTED|Corrects doc_/);
});

test("a preview says that it can change", async () => {
  expect(await textOf({ provisional: true })).toContain(
    "Preview: this form is not issued yet, and can change",
  );
  expect(await textOf()).not.toMatch(/preview/i);
});

test("the PDF has the boxes of its year's form", async () => {
  const of2025 = await textOf({ rules: taxRules(2025) as TaxRules });
  const of2026 = await textOf();
  expect(of2025).toMatch(/\(Rev\. April 2025\).* 1 {2}Nonemployee compensation/);
  expect(of2025).not.toMatch(/1[abcd] {2}/);
  expect(of2026).toMatch(/\(Rev\. December 2026\).* 1a {2}Nonemployee compensation .*1b {2}.*1c {2}.*1d {2}/);
});

test("a form says that tips may be deductible until the deduction ends with 2028", async () => {
  const says = async (year: number) => (await textOf({ rules: taxRules(year) })).includes("26 U.S.C. 224");
  expect([await says(2028), await says(2029)]).toEqual([true, false]);
});

test("a sandbox form says so twice, and a live form never", async () => {
  expect(await textOf({ sandbox: true })).toMatch(/SANDBOX.*not a tax document/);
  expect(await textOf()).not.toMatch(/sandbox/i);
});

test.each([
  ["滴滴出行", "DiDiChuXing"],
  ["Ελλάδα", "Ellada"],
  ["Łukasz Wałęsa", "Lukasz Walesa"],
  ["运输 🚚 مرحبا 🇺🇸", "YunShu mrhb"],
  ["👩🏽‍🚀 Ana ❤️ ☕", "Ana"],
  ["ʻAulani", "'Aulani"],
  ["Zoë “Zed” O’Neil", "Zoë “Zed” O’Neil"],
  ["Ana\u0301 Two\nLines\tTab", "Aná Two Lines Tab"],
])("the PDF shows the name %p as %p", async (name, shown) => {
  expect(await textOf({ recipient: { name } })).toContain(`RECIPIENT'S name ${shown} Street`);
});

test("the typefaces have every character that a name may keep, and no other", async () => {
  const document = await PDFDocument.create();
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) =>
    isPrinted(String.fromCodePoint(code)),
  );
  for (const name of [StandardFonts.Helvetica, StandardFonts.HelveticaBold])
    expect((await document.embedFont(name)).getCharacterSet()).toEqual(codes);
});

test.each([
  ["Zoë & Söhne\u00a0GmbH", undefined],
  ["运输 🚚", "YunShu"],
  ["🚚", ""],
])("the name %p is printed as %p instead", async (name, instead) =>
  expect(await printedInstead(name)).toBe(instead),
);

test("a long name is complete, in smaller type and on several lines, even without a space", async () => {
  const name = `${"Wolfeschlegelsteinhausenbergerdorff".repeat(3)} ${"Hubert ".repeat(8)}Senior`;
  const lines = textsOf(await form1099Pdf({ ...form, recipient: { name } }));
  expect(lines.join("").replaceAll(" ", "")).toContain(name.replaceAll(" ", ""));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100);
});

/** Parts of a PDF that do something when it opens. */
const ACTIVE = /\/(JS|JavaScript|OpenAction|AA|Launch|URI|EmbeddedFile)\b/;

test("any text makes a form, and none of it becomes an active part", async () => {
  const any = fc.string({ unit: anyCharacter, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(any, any, any, async (payer, recipient, street) => {
      const pdf = await form1099Pdf({
        ...form,
        payer: { name: payer, address: [street] },
        recipient: { name: recipient, street, city: street },
      });
      expect(textsOf(pdf)).toContain("RECIPIENT'S name");
      expect(Buffer.from(pdf).toString("latin1")).not.toMatch(ACTIVE);
    }),
    {
      numRuns: 60,
      examples: [
        "/JS (app.alert(1))",
        ") Tj ET Q BT (",
        "<< /OpenAction 1 0 R >>",
        "endstream endobj",
        "\\) \\( \\\\",
      ].map((text): [string, string, string] => [text, text, text]),
    },
  );
});

test("the same form has the same bytes at any time", async () => {
  const bytesAt = async (now: string) => {
    const doNotFake = ["setTimeout", "setImmediate", "nextTick", "queueMicrotask"] as const;
    jest.useFakeTimers({ now: new Date(now), doNotFake: [...doNotFake] });
    return Buffer.from(await form1099Pdf(form)).toString("base64");
  };
  expect(await bytesAt("2027-03-01T00:00:00Z")).toBe(await bytesAt("2028-05-05T05:05:05Z"));
});

import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type AchEntry,
  type AchHead,
  achFile,
  fileOfTrace,
  plainText,
} from "../../shared/domain/rail/ach-file.ts";

const head: AchHead = {
  number: 12,
  day: "2026-11-27",
  time: "14:00",
  nth: 1,
  effective_day: "2026-11-30",
  same_day: false,
  originator: {
    destination: "091000019",
    destination_name: "Example Bank",
    origin: "1234567890",
    origin_name: "Portable",
    company_id: "1234567890",
    odfi: "09100001",
  },
};
const entry = (id: string, account_id: string, amount: number): AchEntry => ({
  id: id.padStart(15, "0"),
  account_id,
  amount,
  company_name: "Ünïcorn Courier Company LLC",
  name: "José Núñez",
  routing_number: "021000021",
  account_number: "123456789",
  account_type: amount % 2 ? "savings" : "checking",
});

test("a file has the bytes that Nacha's format says", () => {
  const entries = [entry("3", "acct_2", 12_345), entry("1", "acct_1", 100), entry("2", "acct_1", 0)];
  expect(achFile(head, entries).split("\n")).toEqual([
    "101 09100001912345678902611271400B094101EXAMPLE BANK           PORTABLE               00000012",
    "5220UNICORN COURIER                     1234567890PPDPAYROLL   261127261130   1091000010000001",
    "622021000021123456789        0000000100000000000000001JOSE NUNEZ              0091000010120001",
    "623021000021123456789        0000000000000000000000002JOSE NUNEZ              0091000010120002",
    "822000000200042000040000000000000000000001001234567890                         091000010000001",
    "5220UNICORN COURIER                     1234567890PPDPAYROLL   261127261130   1091000010000002",
    "632021000021123456789        0000012345000000000000003JOSE NUNEZ              0091000010120003",
    "822000000100021000020000000000000000000123451234567890                         091000010000002",
    `9000002000001000000030006300006000000000000000000012445${" ".repeat(39)}`,
    "9".repeat(94),
    "",
  ]);
  expect(achFile({ ...head, same_day: true }, entries)).toContain("PPDPAYROLL   SD1700261130");
});

const entries = fc.uniqueArray(
  fc.record({ id: fc.nat(9_999), owner: fc.nat(5), amount: fc.nat(100_000_000) }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 60 },
);

test("any list gives blocks of records whose totals and traces add up, in any order", () => {
  fc.assert(
    fc.property(entries, fc.nat(5_000), (drawn, number) => {
      const list = drawn.map(({ id, owner, amount }) => entry(String(id), `acct_${owner}`, amount));
      const file = achFile({ ...head, number }, list);
      expect(achFile({ ...head, number }, list.toReversed())).toBe(file);
      const records = file.split("\n").slice(0, -1);
      expect([records.length % 10, new Set(records.map(({ length }) => length))]).toEqual([0, new Set([94])]);
      const paid = records.filter((record) => record.startsWith("6"));
      const sum = list.reduce((total, { amount }) => total + amount, 0);
      expect(paid.reduce((total, record) => total + Number(record.slice(29, 39)), 0)).toBe(sum);
      expect(records.find((record) => /^90/.test(record))?.slice(43, 55)).toBe(String(sum).padStart(12, "0"));
      const traces = paid.map((record) => record.slice(79));
      expect(traces).toEqual(traces.map((_, i) => String(Number(traces[0]) + i).padStart(15, "0")));
      expect(new Set(traces.map((trace) => fileOfTrace(trace, number + 500)))).toEqual(
        new Set([number > 0 ? number : undefined]),
      );
      expect(records.filter((record) => record.startsWith("5")).length).toBe(
        new Set(list.map(({ account_id }) => account_id)).size,
      );
    }),
  );
});

test("a list that no file can have is refused", () => {
  const many = Array.from({ length: 10_001 }, (_, i) => entry(String(i), "acct_1", 1));
  for (const list of [[], many]) expect(() => achFile(head, list)).toThrow("1 to 10000 entries");
  expect(achFile(head, many.slice(1)).length).toBeLessThan(1_000_000);
  expect(() => achFile({ ...head, nth: 36 }, many.slice(1))).toThrow("36 files");
  expect(() => achFile(head, [entry("1", "acct_1", 10 ** 10)])).toThrow("too narrow");
});

test("a name of any language is printed in ASCII of its own length", () => {
  expect(plainText("José Núñez-Łyś")).toBe("JOSE NUNEZ- YS");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(plainText(name)).toMatch(/^[ -`{-~]*$/);
    }),
  );
});

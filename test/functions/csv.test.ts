import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { prefers } from "../../shared/http/serve/accept.ts";
import { csvFile, csvResult } from "../../shared/http/serve/csv.ts";
import { anyCharacter } from "../support/any-text.ts";

const table = (rows: { name: string; amount: number | null }[]) => ({
  file: "forms.csv",
  columns: ["name", "amount"] as const,
  rows,
});
const csv = (rows: { name: string; amount: number | null }[]) => csvResult(table(rows), undefined).body ?? "";

test("a CSV has the columns' names, then a line for each row", () => {
  expect(csv([])).toBe("name,amount\r\n");
  expect(
    csv([
      { name: "Ana", amount: 5 },
      { name: "Zoë", amount: null },
    ]),
  ).toBe("name,amount\r\nAna,5\r\nZoë,\r\n");
});

test.each([
  ['Ana "Zed" Ng', '"Ana ""Zed"" Ng"'],
  ["Ng, Ana", '"Ng, Ana"'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", `"'=HYPERLINK(1)"`],
  ['+1"2', `"'+1""2"`],
  ["-2", `"'-2"`],
  ["@sum", `"'@sum"`],
  [" =1", `"' =1"`],
  ["\t=1", `"'\t=1"`],
  ["＝1", `"'＝1"`],
  ["Ana=Ng", "Ana=Ng"],
  ["O'Neil-Ng", "O'Neil-Ng"],
])("a CSV has the name %j as %j, which no spreadsheet runs", (name, written) =>
  expect(csv([{ name, amount: 1 }])).toBe(`name,amount\r\n${written},1\r\n`),
);

test("any text survives in a CSV, and no cell begins with a formula", () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 20 });
  fc.assert(
    fc.property(texts, (name) => {
      const [, cell = ""] = /^name,amount\r\n([\s\S]*),1\r\n$/.exec(csv([{ name, amount: 1 }])) ?? [];
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect([name, `'${name}`]).toContain(read);
      expect(read).not.toMatch(/^\s*[=+\-@]/);
    }),
  );
});

test("a CSV's headers name the file and link to the next page", () => {
  const { headers } = csvResult(table([]), "https://x/v1/a?b=1");
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="forms.csv"',
    link: '<https://x/v1/a?b=1>; rel="next"',
    vary: "accept",
  });
});

test("a file for a person has the same lines after a byte order mark", () => {
  const { headers, body } = csvFile(table([{ name: "=Zoë", amount: 5 }]));
  expect(body).toBe(`\ufeff${csv([{ name: "=Zoë", amount: 5 }])}`);
  expect(headers).toEqual({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="forms.csv"',
    "cache-control": "no-store",
  });
});

test.each([
  ["text/csv", true],
  ["TEXT/CSV; charset=utf-8", true],
  ["text/csv, application/json", true],
  ["application/json, text/csv;q=0.5", false],
  ["application/json;q=0.2, text/csv;q=0.5", true],
  ["text/csv;q=0", false],
  ["", false],
  ["*/*", false],
  ["application/json", false],
])("a caller that accepts %j gets CSV: %p", (accept, expected) =>
  expect(prefers(accept, "text/csv")).toBe(expected),
);

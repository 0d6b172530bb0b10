import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { nounPage } from "../../infra/tools/noun-page.ts";
import { operations } from "../../shared/contract/service.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "shared", "contract", "NOUNS.md"), "utf8");

test("the page of nouns is what `npm run docs:nouns` prints", () => {
  expect(page).toBe(nounPage());
});

test("every operation with a status or an object of its own is in the page of nouns", () => {
  const summaries = /summary|eligibility|product|openapi|waitlist|quarterly_due|\/earnings\/\{driver_id\}$/;
  const missing = operations.filter(
    ({ path, name }) => !summaries.test(path) && !page.includes(`| ${name} `),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

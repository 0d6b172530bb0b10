import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { nounPage } from "../../infra/dev/noun-page.ts";
import { operations } from "../../shared/contract/service.ts";
import { textFiles } from "../house/project-text.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "shared", "contract", "NOUNS.md"), "utf8");

test("the page of nouns is what `npm run docs:nouns` prints", () => expect(page).toBe(nounPage()));

const LIMIT = /^(?:export )?const (MAX_\w+|\w+Limits?|\w+Quota) = [^(]/gm;
/** Those of fields, which their noun's table has, and those of one program's work, which no caller meets. */
const OTHERS = [
  "MAX_AT_FIRST",
  "MAX_CENTS",
  "MAX_CHANGED",
  "MAX_FUNDING",
  "MAX_MILES",
  "MAX_WANTED",
  "PageLimit",
  "MAX_ATTEMPTS_KEPT",
  "MAX_CHARACTERS",
  "MAX_LEVELS",
  "MAX_CHECKS",
  "MAX_OF_ENDPOINT",
  "MAX_PARTS",
  "MAX_UNSPACED",
];

test("every limit of the contract, domain, HTTP and dashboard is in the page of nouns", () => {
  const missing = textFiles
    .filter(({ path }) => /^shared\/(contract|domain|http|developers)\/.*\.ts$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(LIMIT)].map(([, name = ""]) => ({ path, name })))
    .filter(({ name }) => !OTHERS.includes(name) && !page.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test("every operation with a status or an object of its own is in the page of nouns", () => {
  const summaries =
    /summary|eligibility|product|openapi|waitlist|sandbox_keys|quarterly_due|\/earnings\/\{driver_id\}$/;
  const missing = operations.filter(
    ({ path, name }) => !summaries.test(path) && !page.includes(`| ${name} `),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

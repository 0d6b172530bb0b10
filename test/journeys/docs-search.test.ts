import { expect, test } from "@jest/globals";
import { type SearchPlace, searchIn } from "../../shared/site/client/search-places.ts";
import { searchText } from "../../shared/site/docs/build/docs-search.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();
const bodies = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await cloud.call(path)).text));
const [texts = "", engine = "", script = ""] = await bodies("/docs/search.json", "/docs/search.js", "/docs");
const places = JSON.parse(texts) as SearchPlace[];
const search = searchIn(places);
const paths = (question: string) => search(question).map(({ place: [path] }) => path);

/** What a reader asks first, and the page or the section that answers. */
test.each([
  ["429", "/docs/errors/rate_limit_exceeded"],
  ["idempotency", "/docs/platform#idempotency"],
  ["verify signature python", "/docs/webhooks#verify"],
  ["webhok", "/docs/webhooks"],
  ["retry", "/docs/webhooks#retries"],
  ["sdk java", "/docs/libraries"],
  ["cancel payout", "/docs/v1-payments/cancel-payout"],
  ["plaid", "/docs/"],
  ["1099 date", "/docs/platform#tax-forms"],
  ["refund", "/docs/"],
  ["sandbox", "/docs/"],
  ["go live", "/docs/platform#go-live"],
  ["ssn", "/docs/"],
  ["test card", "/docs/platform#sandbox"],
  ["mcp claude", "/docs/assistants#claude"],
  ["cursor", "/docs/"],
  ["rate limit header", "/docs/platform#limits"],
  ["ip allowlist", "/docs/webhooks#verify"],
  ["pagination", "/docs/platform#pagination"],
  ["w9", "/docs/platform#tax-forms"],
])("%s finds %s first", (question, expected) => {
  const [first = ""] = paths(question);
  expect([question, first.startsWith(expected) || paths(question).slice(0, 5)]).toEqual([question, true]);
});

test("an excerpt shows the words of the question, and no place is a duplicate", () => {
  const [first] = search("signature");
  expect(first?.excerpt.some(({ text, isFound }) => isFound && /^signature/i.test(text))).toBe(true);
  for (const question of ["idempotency", "refund"]) {
    const results = search(question).map(({ place: [path, title] }) => `${path} ${title}`);
    expect(new Set(results).size).toBe(results.length);
  }
});

test("an empty question, stop words alone and nonsense find nothing", () => {
  for (const question of ["", " ", "how do i", "zzxqvw"]) expect(paths(question)).toEqual([]);
});

test("a text has neither the addresses of links nor marks", () => {
  expect(searchText("see [`keys`](https://api.example.com/docs), **now** | x-y")).toBe("see keys , now x-y");
});

test("the engine and the texts are small, and a page has neither", () => {
  expect(engine.length).toBeLessThan(21 * 1024);
  expect(texts.length).toBeLessThan(400 * 1024);
  expect(pageOf(script).elements("script")[0]?.text.length).toBeLessThan(12 * 1024);
});

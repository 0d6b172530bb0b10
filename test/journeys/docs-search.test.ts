import { expect, test } from "@jest/globals";
import { type SearchPlace, searchIn } from "../../shared/pages/client/search-places.ts";
import { searchText } from "../../shared/pages/docs/site/docs-search.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();
const bodies = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await cloud.call(path)).text));
const [texts = "", engine = "", script = ""] = await bodies("/docs/search.json", "/docs/search.js", "/docs");
const places = JSON.parse(texts) as SearchPlace[];
const search = searchIn(places);
const paths = (question: string) => search(question).map(({ place: [path] }) => path);

test.each([
  ["429", "/docs/errors/rate_limit_exceeded"],
  ["404", "/docs/errors/resource_missing"],
  ["401", "/docs/errors/api_key_missing"],
  ["sdk", "/docs/libraries"],
  ["python", "/docs/libraries"],
  ["test card", "/docs/testing"],
  ["webhok", "/docs/webhooks"],
  ["how do I verify a signature", "/docs/webhooks"],
  ["idempotency", "/docs/"],
  ["RETRIES", "/docs/webhooks"],
  ["ssn_last4", "/docs/v1-drivers/"],
  ["refund", "/docs/"],
])("%s finds %s among the first three, with an excerpt", (question, expected) => {
  const found = search(question).slice(0, 3);
  expect(found.map(({ place: [path] }) => path).some((path) => path.startsWith(expected))).toBe(true);
  for (const { excerpt } of found)
    expect(excerpt.map(({ text }) => text).join("").length).toBeGreaterThan(20);
});

test("an excerpt shows the words of the question, and no place is a duplicate", () => {
  const [first] = search("signature");
  expect(first?.excerpt.some(({ text, isFound }) => isFound && /^signature/i.test(text))).toBe(true);
  for (const question of ["idempotency", "refund"]) {
    const found = search(question).map(({ place: [path, title] }) => `${path} ${title}`);
    expect(new Set(found).size).toBe(found.length);
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
  expect(/<script>(.*?)<\/script>/s.exec(script)?.[1]?.length).toBeLessThan(12 * 1024);
});

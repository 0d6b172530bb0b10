import { expect, test } from "@jest/globals";
import { placesFor } from "../../shared/pages/client/search-places.ts";
import { searchIndex, searchWords } from "../../shared/pages/docs/site/docs-search.ts";

const page = (path: string, title: string, contents?: [string, string][]) => ({
  path,
  title,
  description: "",
  children: null,
  ...(contents && { contents }),
});
const pages = [
  page("/docs/webhooks", "Webhooks", [["retries", "Retries"]]),
  page("/docs/errors", "Errors"),
  page("/docs/v1-drivers/create-driver", "Add a driver"),
  page("/docs/platform", "Quick start"),
  page("/docs/testing", "Testing"),
];
const markdown = new Map([
  ["/docs/webhooks", "We retry a delivery. The secret signs it."],
  ["/docs/errors", "Wait, then retry the request."],
  [
    "/docs/v1-drivers/create-driver",
    "The request has `ssn_last4`, see [keys](https://api.example.com/docs/keys).",
  ],
  ["/docs/testing", "A request of the sandbox."],
]);
const index = searchIndex(pages, markdown);
const found = (question: string) => placesFor(question, index).map(([path]) => path);

test("a word of a page finds the page", () => {
  expect(found("secret")).toEqual(["/docs/webhooks"]);
});

test("the start of a word finds it, in any letter case", () => {
  expect(found("DELIV")).toEqual(["/docs/webhooks"]);
});

test("a title comes before a text, and a section has its own place", () => {
  expect(found("retr")).toEqual(["/docs/webhooks#retries", "/docs/webhooks", "/docs/errors"]);
});

test("another form of a word finds it", () => {
  expect(found("retry")[0]).toBe("/docs/webhooks#retries");
  expect(found("deliveries")).toEqual(["/docs/webhooks"]);
});

test("several words find the pages that have all of them", () => {
  expect(found("wait retry")).toEqual(["/docs/errors"]);
  expect(found("secret wait")).toEqual([]);
});

test("a field is found by its name and by a part of it", () => {
  for (const question of ["ssn_last4", "last4"])
    expect(found(question)).toEqual(["/docs/v1-drivers/create-driver"]);
});

test("the addresses of links are no words, and an empty question finds nothing", () => {
  expect(searchWords("see [keys](https://api.example.com/docs)")).toEqual(new Set(["see", "keys"]));
  expect(found(" ")).toEqual([]);
});

test("a word on most pages is left out of the index", () => {
  expect(index.words.request).toBeUndefined();
  expect(index.words.secret).toBe("0");
});

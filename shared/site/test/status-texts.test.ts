import { expect, test } from "@jest/globals";
import { agentApi, agentDescription } from "../../contract/agent-api.ts";
import { remedies } from "../../contract/error-remedies.ts";
import { errors } from "../../contract/errors.ts";
import { openapi } from "../../contract/openapi/openapi.ts";
import { platformApi, platformDescription } from "../../contract/platform-api.ts";
import { EventType } from "../../domain/event/event-type.ts";
import { explanationOf, meanings } from "../docs/statuses/docs-meanings.ts";

const documents = [openapi(agentApi, agentDescription, ""), openapi(platformApi, platformDescription, "")];

/** Explained on pages of their own, or plain words. */
const elsewhere = [
  Object.keys(errors),
  [...new Set(Object.values(errors).map(([, type]) => type))],
  ["*", "ping", ...EventType.options],
  ["Q1", "Q2", "Q3", "Q4"],
  ["en", "es", "json", "pdf", "usd", "1099-NEC"],
];

function listsIn(node: unknown): string[][] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    (key === "enum" || key === "x-extensible-enum") && Array.isArray(value)
      ? [value.map(String)]
      : listsIn(value),
  );
}

const lists = new Map(documents.flatMap(listsIn).map((list) => [list.join(), list]));

test.each([...lists])("the documentation explains %s", (_, list) => {
  const isElsewhere = elsewhere.some((known) => list.every((value) => known.includes(value)));
  expect([list, isElsewhere || explanationOf(list) !== undefined]).toEqual([list, true]);
});

test("each explanation belongs to values of the documents, or to the address that a driver returns to", () => {
  const unused = Object.entries(meanings).filter(
    ([, { values }]) =>
      ![...lists.values()].some((list) => list.every((value) => Object.hasOwn(values, value))),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

/** Only an operator ends a suspension. Every other state ends by something that the reader does. */
test("a text sends its reader to support only for what an operator alone can do", () => {
  const values = Object.values(meanings).map((meaning) => meaning.values as Readonly<Record<string, string>>);
  const sent = [remedies, ...values].flatMap((texts) =>
    Object.entries(texts).flatMap(([name, text]) => (/\bsupport\b/i.test(text) ? [name] : [])),
  );
  expect(sent).toEqual(["account_suspended"]);
});

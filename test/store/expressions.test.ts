import { describe, expect, test } from "@jest/globals";
import {
  above,
  absent,
  appended,
  atMost,
  below,
  between,
  type Condition,
  contains,
  either,
  exists,
  expressionsOf,
  fieldOr,
  type ItemChange,
  isNew,
  isNot,
  lacks,
  oneOf,
  orAbsent,
  plus,
  present,
  size,
  startsWith,
  unlessSet,
} from "../../shared/store/table/expressions.ts";

/** An expression with the names and values that its placeholders stand for. */
function read(text: string | undefined, { names, values }: { names: object; values: object }): string {
  const valueOfPlaceholder = (placeholder: string) => {
    const value: unknown = Reflect.get(values, placeholder);
    return value instanceof Set ? `{${[...value]}}` : JSON.stringify(value);
  };
  return (text ?? "")
    .replace(/:\d+/g, valueOfPlaceholder)
    .replace(/#\d+/g, (placeholder) => Reflect.get(names, placeholder));
}

function placeholdersOf(expressions: ReturnType<typeof expressionsOf>) {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = expressions;
  return { names, values };
}

describe("a condition", () => {
  const cases: [Condition, string][] = [
    [{ status: "pending" }, 'status = "pending"'],
    [{ retired_at: absent }, "attribute_not_exists(retired_at)"],
    [{ failures: present }, "attribute_exists(failures)"],
    [exists, "attribute_exists(pk)"],
    [isNew, "attribute_not_exists(pk)"],
    [{ status: isNot("open") }, 'status <> "open"'],
    [{ count: atMost(9), least: above(2), most: below(4) }, "count <= 9 AND least > 2 AND most < 4"],
    [{ status: oneOf(["a", "b"]) }, 'status IN ("a", "b")'],
    [{ pk: "P", sk: between("a", "b") }, 'pk = "P" AND sk BETWEEN "a" AND "b"'],
    [{ sk: startsWith("c#") }, 'begins_with(sk, "c#")'],
    [{ ids: contains("x"), sent: lacks("y") }, 'contains(ids, "x") AND NOT contains(sent, "y")'],
    [{ mails: size(2), keys: size(below(5)) }, "size(mails) = 2 AND size(keys) < 5"],
    [{ n: orAbsent(below(5)) }, "(attribute_not_exists(n) OR n < 5)"],
    [{ "failures.since": "t" }, 'failures.since = "t"'],
    [
      [exists, { a: 1 }, {}, either({ b: 1, c: 2 }, isNew)],
      "attribute_exists(pk) AND a = 1 AND (b = 1 AND c = 2 OR attribute_not_exists(pk))",
    ],
    [
      either([{ a: 1 }, either({ b: 1 }, { c: 1 })], isNew),
      "(a = 1 AND (b = 1 OR c = 1) OR attribute_not_exists(pk))",
    ],
  ];
  test.each(cases.map(([when, text]) => [text, when] as const))("reads: %s", (text, when) => {
    const expressions = expressionsOf({ when });
    expect(read(expressions.ConditionExpression, placeholdersOf(expressions))).toBe(text);
  });
});

describe("a change", () => {
  const cases: [ItemChange, string][] = [
    [{ set: { status: "active", slow: absent, n: 0 } }, 'SET status = "active", n = 0 REMOVE slow'],
    [{ set: { email: "a" } }, 'SET email = "a"'],
    [{ set: { slow: absent } }, "REMOVE slow"],
    [{ set: { at: unlessSet("t") } }, 'SET at = if_not_exists(at, "t")'],
    [
      { set: { t0: fieldOr("t1", 0), full_at: plus(3) } },
      "SET t0 = if_not_exists(t1, 0), full_at = full_at + 3",
    ],
    [{ set: { mails: appended("m") } }, 'SET mails = list_append(mails, ["m"])'],
    [{ set: { keys: appended("k", []) } }, 'SET keys = list_append(if_not_exists(keys, []), ["k"])'],
    [{ set: { "failures.at": "t" }, add: { "failures.n": 1 } }, 'SET failures.at = "t" ADD failures.n 1'],
    // DynamoDB refuses an empty expression, so of zeros the first stays.
    [{ add: { miles: 0, mileage: 5 } }, "ADD mileage 5"],
    [{ add: { miles: 0, mileage: 0 } }, "ADD miles 0"],
    [{ add: { ids: new Set(["x"]) } }, "ADD ids {x}"],
    [{ takeOut: { ids: new Set(["x"]) } }, "DELETE ids {x}"],
  ];
  test.each(cases.map(([change, text]) => [text, change] as const))("reads: %s", (text, change) => {
    const expressions = expressionsOf(change);
    expect(read(expressions.UpdateExpression, placeholdersOf(expressions))).toBe(text);
  });
});

test("a name and a value have one placeholder each, and what is absent is not in the command", () => {
  expect(expressionsOf({ set: { status: "on", was: "on" }, when: { status: isNot("on") } })).toEqual({
    UpdateExpression: "SET #0 = :0, #1 = :0",
    ConditionExpression: "#0 <> :0",
    ExpressionAttributeNames: { "#0": "status", "#1": "was" },
    ExpressionAttributeValues: { ":0": "on" },
  });
  expect(expressionsOf({ when: isNew })).toEqual({
    ConditionExpression: "attribute_not_exists(#0)",
    ExpressionAttributeNames: { "#0": "pk" },
  });
});

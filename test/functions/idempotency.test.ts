import { describe, expect, test } from "@jest/globals";
import type { Operation } from "../../shared/contract/operation.ts";
import { addBankAccount } from "../../shared/contract/platform/add-bank-account.ts";
import { createDriver } from "../../shared/contract/platform/create-driver.ts";
import { memoryOf, type Repeatable, readRepeatable, replay } from "../../shared/http/idempotency.ts";
import { jsonResult } from "../../shared/http/responses.ts";
import type { Answered } from "../../shared/store/idempotency.ts";
import { Unsealable } from "../../shared/webhooks/sealed.ts";
import { gatewayEvent } from "../support/gateway-event.ts";

const NOW = new Date("2026-11-21T09:30:00.000Z");
const owner = { account_id: "acct_test", mode: "test" as const };
const answer = jsonResult(201, { state: "a-secret-that-opens-a-page", text: "é💥" });

const asked = (op: Operation, key: string, body: object, of: typeof owner = owner): Repeatable => {
  const event = gatewayEvent("POST", { headers: { "idempotency-key": key } });
  const repeatable = readRepeatable(op, of, event, { params: { id: "drv_1" }, body });
  if (!repeatable) throw new Error("Not repeatable");
  return repeatable;
};

const keptOf = (op: Operation, repeatable: Repeatable) =>
  memoryOf(op, repeatable, answer, NOW)?.Put?.Item as Answered & { pk: string };

describe("an answer that is remembered", () => {
  const repeatable = asked(createDriver, "key-1", { a: "1" });
  const kept = keptOf(createDriver, repeatable);

  test("is given again byte for byte, and cannot be read from what is kept", () => {
    expect(replay(repeatable, kept).body).toBe(answer.body);
    expect(JSON.stringify(kept)).not.toContain("a-secret-that-opens-a-page");
    expect(Buffer.from(kept.sealed_body, "base64url").toString("latin1")).not.toContain("a-secret");
  });

  test.each([
    ["another key", asked(createDriver, "key-2", { a: "1" })],
    ["another account", asked(createDriver, "key-1", { a: "1" }, { ...owner, account_id: "acct_other" })],
    ["another operation", asked(addBankAccount, "key-1", { a: "1" })],
  ])("does not open by %s", (_, { opener }) => {
    expect(() => replay({ ...repeatable, opener }, kept)).toThrow(Unsealable);
  });

  test("does not open in another place, or changed", () => {
    const elsewhere = { ...repeatable, key: asked(createDriver, "key-2", {}).key };
    expect(() => replay(elsewhere, kept)).toThrow(Unsealable);
    const sealed_body = `${kept.sealed_body.slice(0, -2)}${kept.sealed_body.endsWith("A") ? "BB" : "AA"}`;
    expect(() => replay(repeatable, { ...kept, sealed_body })).toThrow(Unsealable);
  });
});

describe("who has the table and guesses the idempotency key", () => {
  const account = (account_number: string) =>
    asked(addBankAccount, "key-1", { account_type: "checking", account_number }).request;

  test("cannot find an account number by trying: only its last four digits tell requests apart", () => {
    expect(account("000123456789")).toBe(account("99999996789"));
    expect(account("000123456789")).not.toBe(account("000123456780"));
  });

  test("while all of what is no secret does", () => {
    const first_name = (name: string) => asked(createDriver, "key-1", { first_name: name }).request;
    expect(first_name("Ana Ng")).not.toBe(first_name("Una Ng"));
  });
});

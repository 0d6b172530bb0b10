import { describe, expect, test } from "@jest/globals";
import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { joinWaitlistOperation } from "../../shared/contract/agent/join-waitlist.ts";
import { isRepeatable, type Operation } from "../../shared/contract/operation.ts";
import { listDriversOperation } from "../../shared/contract/platform/drivers/list-drivers.ts";
import { createPayoutOperation } from "../../shared/contract/platform/payments/create-payout.ts";
import { platformApi } from "../../shared/contract/platform-api.ts";
import { readRepeatable } from "../../shared/http/guard/idempotency.ts";
import { readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { bodySchema, platformDocument } from "../support/contract/openapi.ts";

const problem = (code: string, param: string | null, message = /./) =>
  expect.objectContaining({ code, param, message: expect.stringMatching(message) });

describe("a form", () => {
  const read = (body: string) =>
    readRequest(
      joinWaitlistOperation,
      gatewayEvent("POST", { body, headers: { "content-type": "application/x-www-form-urlencoded" } }),
    ).body;

  test.each([
    ["email=a%40example.com&email=b%40example.com", "email", /more than once/],
    ["email=a%40example.com&name=&name=", "name", /more than once/],
    ["email=a%40example.com&name=%E9", null, /UTF-8/],
    ["email=a%ZZ@example.com", null, /%25/],
    ["email=a%40example.com&name=100%", null, /%25/],
  ])("%s is refused", (body, param, message) => {
    expect(() => read(body)).toThrow(problem("parameter_invalid", param, message));
  });

  test("its escapes are UTF-8, and a plus is a blank", () => {
    expect(read("email=a%40example.com&name=Zo%C3%AB+Ng")).toEqual({
      email: "a@example.com",
      name: "Zoë Ng",
    });
  });
});

describe("a query", () => {
  const read = (op: Operation, query: string) => readRequest(op, gatewayEvent("GET", { query })).query;

  test.each([
    ["filing_status=single&magi[]=1", "parameter_unknown", "magi[]", /does not take/],
    ["filing_status=single&magi=1&magi[]=1", "parameter_unknown", "magi[]", /does not take/],
    ["filing_status=single&magi[]=1&magi[]=1", "parameter_unknown", "magi[]", /does not take/],
    ["filing_status[a]=single&magi=1", "parameter_unknown", "filing_status[a]", /does not take/],
    ["filing_status=single&magi=%E9", "parameter_invalid", null, /UTF-8/],
    [
      "filing_status=single&magi=3757525410.0494785",
      "parameter_invalid",
      "magi",
      /at most six decimal places/,
    ],
  ])("%s is refused", (query, code, param, message) => {
    expect(() => read(checkRothEligibilityOperation, query)).toThrow(problem(code, param, message));
  });

  test.each([
    ["metadata=x", "metadata", /metadata\[name\]=value/],
    ["metadata[a]=1&metadata=x", "metadata", /metadata\[name\]=value/],
    ["metadata[a]=1&metadata[a]=1", "metadata[a]", /more than once/],
    ["created_after=2026-11-25T02:00:00+02:00", "created_after", /write the \+ of an offset as %2B/],
    ["created_after=yesterday", "created_after", /such as 2026-11-21T09:30:00Z\.$/],
  ])("of drivers, %s is refused", (query, param, message) => {
    expect(() => read(listDriversOperation, query)).toThrow(problem("parameter_invalid", param, message));
  });

  test("an instant may have lower-case letters and an offset", () => {
    const { created_after } = read(listDriversOperation, "created_after=2026-11-24t00:00:00z") as Json;
    expect(created_after).toBe("2026-11-24T00:00:00Z");
    expect(read(listDriversOperation, "created_after=2026-11-25T02:00:00%2B02:00")).toBeDefined();
  });
});

type Json = Record<string, unknown>;

describe("a compressed body", () => {
  const read = (coding: string, body = "{}") =>
    readRequest(
      joinWaitlistOperation,
      gatewayEvent("POST", {
        body,
        headers: { "content-type": "application/json", "content-encoding": coding },
      }),
    );

  test.each(["gzip", "br", "zstd, gzip", "identity, gzip", ""])(
    "%p is refused, and the header named",
    (coding) => {
      expect(() => read(coding)).toThrow(
        expect.objectContaining({
          code: "unsupported_media_type",
          message: expect.stringContaining("content-encoding"),
          headers: { "accept-encoding": "identity" },
        }),
      );
    },
  );

  test("one with the coding that changes nothing is read", () => {
    expect(read("Identity", '{"email":"a@example.com"}').body).toEqual({ email: "a@example.com" });
  });
});

const owner = { account_id: "acct_test", mode: "test" as const };

/** What identifies a request under an idempotency key: where its answer is stored, and its hash. */
async function identityOf(op: Operation, body: object, key = "k"): Promise<string> {
  const event = gatewayEvent("POST", {
    params: {},
    headers: { "idempotency-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const input = { params: undefined, body: readRequest({ ...op, params: undefined } as never, event).body };
  const repeatable = await readRepeatable(op, owner, event, input);
  return JSON.stringify([repeatable?.key, repeatable?.request]);
}

describe("an idempotency key", () => {
  const payout: Operation = createPayoutOperation;
  const body = payout.bodyExample as Json;
  const { idempotency_key: _, ...plain } = body;

  test.each([
    ['"k"', "k"],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b', 'a"b'],
  ])("%s and %s are one", async (quoted, bare) => {
    expect(await identityOf(payout, plain, quoted)).toBe(await identityOf(payout, plain, bare));
    expect(await identityOf(payout, { ...plain, idempotency_key: bare }, quoted)).toBe(
      await identityOf(payout, { ...plain, idempotency_key: quoted }, bare),
    );
  });

  test.each(['"k', '"', '""', '"a"b"', '"a\\b"', '"k";v=1', '"a b"', "a b", `"${"k".repeat(256)}"`])(
    "%s is refused",
    async (key) => {
      await expect(identityOf(payout, plain, key)).rejects.toThrow(
        problem("parameter_invalid", "Idempotency-Key", /double quotes/),
      );
    },
  );

  const withDefaults = platformApi.flatMap((op: Operation) => {
    if (!isRepeatable(op) || !op.body) return [];
    const { properties = {} } = bodySchema(platformDocument, `post ${op.path}`);
    return Object.entries(properties as Record<string, Json>)
      .filter(([, schema]) => "default" in schema)
      .map(([field, schema]) => [op.name, field, schema.default, op] as const);
  });

  test("the fields with a default are known", () => {
    expect(withDefaults.map(([name, field]) => `${name} ${field}`)).toEqual(
      expect.arrayContaining(["create-payout method", "create-payout metadata", "create-driver metadata"]),
    );
  });

  test.each(withDefaults)(
    "of %s: `%s` as its default is the same request as without it",
    async (_, field, usual, op) => {
      const { [field]: __, idempotency_key: ___, ...without } = op.bodyExample ?? {};
      expect(await identityOf(op, { ...without, [field]: usual })).toBe(await identityOf(op, without));
    },
  );
});

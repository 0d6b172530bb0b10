import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { asProblem } from "../../shared/http/serve/responses.ts";
import { served, tableAt } from "../support/cloud/served.ts";

/** Answers that the local engine never gives, because it does one thing at a time. */
type Answer = { status: number; body: object };
const written: Answer = { status: 200, body: {} };
const refused = (type: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more },
});
const cancelled = (Code: string) =>
  refused("TransactionCanceledException", { CancellationReasons: [{ Code: "None" }, { Code }] });

let answers: Answer[];
let tokens: string[];
let headers: IncomingHttpHeaders[];
let bodies: string[];
const address = await served(async (request, response) => {
  headers.push(request.headers);
  const sent = await text(request);
  bodies.push(sent);
  tokens.push(JSON.parse(sent).ClientRequestToken);
  const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? written;
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify(body));
});
Object.assign(process.env, tableAt(address));
const store = await import("../../shared/store/table/table.ts");
const writes = await import("../../shared/store/table/writes.ts");
beforeEach(() => {
  answers = [written];
  tokens = [];
  headers = [];
  bodies = [];
});
afterAll(() => store.table.destroy());

const attempt = () =>
  store.transact([writes.putNew({ pk: "A", sk: "A" }), writes.putNew({ pk: "B", sk: "B" })]);

test.each(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"])(
  "a transaction is tried again after a %s, and is a 503 when that does not pass",
  async (reason) => {
    const answer = cancelled(reason);
    answers = [answer, answer, written];
    expect(await attempt()).toBeUndefined();
    expect(tokens).toHaveLength(3);

    answers = [answer];
    const error = await attempt().catch((thrown: unknown) => thrown);
    expect(asProblem(error).code).toBe("service_unavailable");
  },
);

test("a transaction in progress is repeated under its own token, and ends in a 503", async () => {
  answers = [refused("TransactionInProgressException"), written];
  expect(await attempt()).toBeUndefined();
  expect(new Set(tokens).size).toBe(1);

  answers = [refused("TransactionInProgressException")];
  const error = await attempt().catch((thrown: unknown) => thrown);
  expect(asProblem(error).code).toBe("service_unavailable");
});

test("a transaction that cannot succeed is tried once, and is a fault", async () => {
  answers = [cancelled("ValidationError")];
  const error = await attempt().catch((thrown: unknown) => thrown);
  expect([tokens.length, asProblem(error).code]).toEqual([1, "internal_error"]);
});

const now = new Date("2126-11-21T09:30:00.000Z");
const admit = async () =>
  (await import("../../shared/store/table/limits.ts")).admit("op", "one", [{ count: 1, seconds: 1 }], now);
const { partner } = registerPartner({ company: "Acme", email: "dev@acme.example" }, "slug", now);
const signups = () => import("../../shared/store/signup/confirmations.ts");
const partners = () => import("../../shared/store/account/partners.ts");
const logins = () => import("../../shared/store/account/logins.ts");

test.each([
  ["a count of a limit", 2, admit],
  ["a single write", 6, () => store.write(writes.putNew({ pk: "A", sk: "A" }))],
  ["a proof", 6, async () => (await signups()).putProof("sgn_1", "hash", now.toISOString(), now)],
  ["a sent email", 6, async () => (await signups()).putEmailDone("sgn_1", now.toISOString(), "sent", now)],
  ["a review", 6, async () => (await partners()).movePartner(partner, "refuse", now)],
  ["a sent link", 6, async () => (await logins()).putLoginMailed("login_1", now)],
])(
  "%s is sent again after it met a transaction, %d times at most, and is then a 503",
  async (_, most, send) => {
    answers = [refused("TransactionConflictException"), written];
    await send();
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(bodies[0]);

    bodies = [];
    answers = [refused("TransactionConflictException")];
    const error = await send().catch((thrown: unknown) => thrown);
    expect([bodies.length, asProblem(error).code]).toEqual([most, "service_unavailable"]);
  },
);

test("a plain write that meets a transaction is a 503, although nothing sends it again", async () => {
  answers = [refused("TransactionConflictException")];
  const put = new PutCommand({ TableName: "table", Item: { pk: "A", sk: "A" } });
  const error = await store.table.send(put).catch((thrown: unknown) => thrown);
  expect([bodies.length, asProblem(error).code]).toEqual([1, "service_unavailable"]);
});

test.each([
  ["a transaction", () => attempt()],
  ["a single write", () => store.write(writes.putNew({ pk: "A", sk: "A" }))],
])("%s is signed and retried by the SDK, without the headers that nothing reads", async (_, send) => {
  answers = [{ status: 500, body: {} }, { status: 503, body: {} }, written];
  expect(await send()).toBeUndefined();
  expect(headers).toHaveLength(3);
  for (const each of headers) {
    expect(each.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=local.*SignedHeaders=.*host/);
    expect([each["user-agent"], each["x-amz-user-agent"], each["x-amzn-trace-id"]]).toEqual(
      Array(3).fill(undefined),
    );
  }
});

test("a single write returns the item that its condition found", async () => {
  answers = [refused("ConditionalCheckFailedException", { Item: { pk: { S: "A" }, n: { N: "1" } } })];
  const put = writes.putNew({ pk: "A", sk: "A", nothing: undefined });
  expect(await store.write(put)).toMatchObject({ found: { pk: "A", n: 1 } });
});

test("a transaction says by name which writes failed, and what they found", async () => {
  const Item = { pk: { S: "C" }, sk: { S: "C" } };
  const CancellationReasons = [{ Code: "None" }, { Code: "None" }, { Code: "ConditionalCheckFailed", Item }];
  answers = [refused("TransactionCanceledException", { CancellationReasons })];
  const [first, second, third] = ["A", "B", "C"].map((pk) => writes.putNew({ pk, sk: pk }));
  const conflict = await store.transact({ first, absent: undefined, others: [undefined, second, third] });
  expect(conflict).toEqual({
    failed: { first: false, others: true },
    found: { others: { pk: "C", sk: "C" } },
  });
});

test("of changes by zero one is sent, because an update needs a change", async () => {
  await store.write(writes.change({ pk: "A", sk: "A" }, { add: { n: 0, m: 0 } }));
  expect(JSON.parse(bodies[0] ?? "").UpdateExpression).toMatch(/^ADD \S+ \S+$/);
});

import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { asProblem } from "../../shared/http/serve/responses.ts";

/** Answers that the local engine never gives, because it does one thing at a time. */
type Answer = { status: number; body: object };
const written: Answer = { status: 200, body: {} };
const refused = (type: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more },
});
const cancelled = (Code: string) =>
  refused("TransactionCanceledException", { CancellationReasons: [{ Code: "None" }, { Code }] });

let server: Server;
let answers: Answer[];
let tokens: string[];
let headers: IncomingHttpHeaders[];
let store: typeof import("../../shared/store/table/table.ts");
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    headers.push(request.headers);
    tokens.push(JSON.parse(Buffer.concat(chunks).toString()).ClientRequestToken);
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? written;
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    TABLE_NAME: "table",
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  });
  store = await import("../../shared/store/table/table.ts");
});
beforeEach(() => {
  [answers, tokens, headers] = [[written], [], []];
});
afterAll(() => {
  store.table.destroy();
  server.closeAllConnections();
  server.close();
});

const attempt = () =>
  store.transact([store.putNew({ pk: "A", sk: "A" }), store.putNew({ pk: "B", sk: "B" })]);

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

test.each([
  ["a transaction", () => attempt()],
  ["a single write", () => store.write(store.putNew({ pk: "A", sk: "A" }))],
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
  const put = store.putNew({ pk: "A", sk: "A", nothing: undefined });
  expect(await store.write(put)).toEqual({ found: [{ pk: "A", n: 1 }] });
});

import { expect, test } from "@jest/globals";
import { Concurrency } from "../../lambda/concurrency.ts";
import { admitted } from "../../dynamodb/admission.ts";
import type { Service } from "../../platform/aws-endpoint.ts";
import { Partitions } from "../../quotas/partitions.ts";
import { batchesAfter } from "../../quotas/pollers.ts";
import { awsQuotas } from "../../quotas/quotas.ts";
import { type Demand, type QuotaReached, QuotaTwin } from "../../quotas/twin.ts";
import { startDemands } from "../../timers/step-functions.ts";

// AWS's own numbers, as its documents give them: see the sources in quotas.ts.

const route = { quota: "routeRequests", key: "GET /", rate: { most: 500, refill: 500 } } as const;
const emails = (["emails", "emailsADay"] as const).map((quota) => ({ quota, key: "" }));
const sent = { quota: "fifoCalls", key: "queue Send", once: true } as const;
const fifo = (...groups: number[]): Demand[] =>
  groups.map((group) => ({ ...sent, place: { hash: String(group) } }));
const opening = (i: number) => startDemands("StartExecution", 999_999 + i);
const wide: Demand = { quota: "tableWrites", key: "table", units: 1_000 };
/** A minute at the rate of a new table. */
const minute = Array.from({ length: 59 }, (_, i) => `4 of 4 at ${(i + 1) * 1_000}`).join();

const twinAt = (now: () => number, say: (reached: QuotaReached) => void = () => {}) =>
  new QuotaTwin({}, say, now);
const accountOf = (most: number, ...twin: Parameters<typeof twinAt>) =>
  new Concurrency(most, twinAt(...twin));
const atOnce = () => 0;

test.each<[string, string, (i: number) => Demand[]]>([
  ["executions start", "1300 of 1301 at 0, 300 of 400 at 1000", () => startDemands("StartExecution", 0)],
  ["executions start while 999,999 are open", "1 of 2 at 0", opening],
  ["requests to a route of 500 pass", "500 of 501 at 0, 50 of 60 at 100", () => [route]],
  ["emails leave SES's sandbox", "1 of 2 at 0, 1 of 2 at 1000", () => emails],
  [
    "emails of a day leave it",
    "200 of 201 at 0, 0 of 1 at 86399999, 1 of 1 at 86400001",
    () => emails.slice(1),
  ],
  [
    "batches of ten groups on four FIFO partitions pass",
    "300 of 301 at 0",
    () => fifo(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
  ],
  ["messages of two groups in two partitions pass", "600 of 602 at 0", (i) => fifo(i % 2 ? 0 : 6)],
  [
    "writes of 1,000 units pass in a new table",
    `4 of 5 at 0, ${minute}, 4 of 5 at 60000, 8 of 9 at 61000`,
    () => [wide],
  ],
])("%s: %s ms", (_, expected, demandsOf) => {
  let now = 0;
  const twin = twinAt(() => now);
  const passed = expected.replaceAll(/\d+ of (\d+) at (\d+)/g, (_, calls, at) => {
    now = Number(at);
    const refused = Array.from({ length: Number(calls) }, (_, i) => twin.take("call", demandsOf(i)));
    return `${refused.filter((each) => !each).length} of ${calls} at ${at}`;
  });
  expect(passed).toBe(expected);
});

test("a queue's mapping has 5 batches at once, 300 more after each minute in which messages wait, 1,250 at most", () => {
  const after = (s: number) => Math.min(batchesAfter(s * 1_000), awsQuotas.queueBatches.most);
  expect([0, 60, 120, 240, 249].map(after)).toEqual([5, 305, 605, 1_205, 1_250]);
});

test("a function gets 1,000 environments at once and 100 more a second, and what ran before stays", async () => {
  let now = 0;
  const concurrency = accountOf(5_000, () => now);
  const end = Promise.withResolvers<never>();
  const start = (count: number) => {
    for (let i = 0; i < count; i++) void concurrency.run("payer", () => end.promise);
    return concurrency.running;
  };
  expect(start(1_100)).toBe(1_000);
  now = 5_000;
  expect(start(600)).toBe(1_500);
  now = 10_000;
  expect(start(600)).toBe(2_000);
});

test("an account of ten runs ten functions, and a hundred requests a second of one", async () => {
  const said: QuotaReached[] = [];
  const concurrency = accountOf(10, atOnce, (each) => said.push(each));
  const done = { ok: true, payload: "1" } as const;
  const outcomes = [];
  for (let i = 0; i < 101; i++) outcomes.push(await concurrency.run("quick", async () => done));
  expect(outcomes.map(({ ok }) => ok).indexOf(false)).toBe(100);
  const end = Promise.withResolvers<never>();
  for (let i = 0; i < 11; i++) void concurrency.run("sleeper", () => end.promise);
  expect(concurrency.running).toBe(10);
  expect(said.map(({ what }) => what)).toEqual([
    "requests to a function (functionRequests)",
    "concurrent executions (concurrency)",
  ]);
  expect(said[1]?.result).toContain(
    "lambda:Invoke of sleeper refused: 10 open, about 10 allowed for each account and region",
  );
});

const keys = (...names: string[]) => names.map((AttributeName) => ({ AttributeName }));
/** A table whose calls all succeed. Its items are small, so a write takes one unit. */
const Table = {
  KeySchema: keys("pk", "sk"),
  GlobalSecondaryIndexes: ["a", "b", "c", "hot"].map((name) => ({
    ...{ IndexName: name, KeySchema: keys(name, "sk"), Projection: { ProjectionType: "ALL" } },
  })),
};
const service: Service = {
  ...{ target: "DynamoDB_20120810", iamPrefix: "dynamodb", iamChecks: () => [] },
  perform: async (operation) => ({ status: 200, body: operation === "DescribeTable" ? { Table } : {} }),
};
const text = (S: string | number) => ({ S: String(S) });
const put = (pk: string | number, more = {}) => ({
  ...{ TableName: "T", Item: { pk: text(pk), sk: text("1"), ...more } },
});
const onQuotas = () => admitted(service, twinAt(atOnce));

test("500 transactional writes of 1 KB fill a partition, also if they are cancelled, and the next is throttled", async () => {
  const { perform } = onQuotas();
  const once = () => perform("TransactWriteItems", { TransactItems: [{ Put: put("same") }] });
  for (let i = 0; i < 500; i++) expect((await once()).status).toBe(200);
  const { body } = await once();
  expect(body.CancellationReasons).toMatchObject([{ Code: "ThrottlingError" }]);
  expect(JSON.stringify(body)).toContain("TableWriteKeyRangeThroughputExceeded");
});

test("a put whose index cannot take it is refused with the index's reason, and takes nothing elsewhere", async () => {
  const { perform } = onQuotas();
  const hot = (i: number) => put(i, { a: text(i), b: text(i), c: text(i), hot: text("due") });
  for (let i = 0; i < 1_000; i++) await perform("PutItem", hot(i));
  for (let i = 0; i < 3_200; i++)
    expect((await perform("PutItem", hot(i))).body).toMatchObject({
      __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException",
      throttlingReasons: [
        { reason: "IndexWriteKeyRangeThroughputExceeded", resource: expect.stringMatching("/T/index/hot$") },
      ],
    });
  expect((await perform("PutItem", put(1))).status).toBe(200);
});

test("an update that moves an item into a hot index partition is refused", async () => {
  const { perform } = onQuotas();
  const update = (i: number) => ({
    ...{ TableName: "T", Key: put(i).Item, UpdateExpression: "SET #h = :h REMOVE a" },
    ExpressionAttributeNames: { "#h": "hot" },
    ExpressionAttributeValues: { ":h": text("due") },
  });
  for (let i = 0; i < 1_000; i++) await perform("UpdateItem", update(i));
  expect(JSON.stringify((await perform("UpdateItem", update(1_000))).body)).toContain("/index/hot");
});

/** 1,200 writes a second of one partition key, in steps of 100: the minutes with a throttle. */
function anHour(sortOf: (i: number) => string) {
  let now = 0;
  const partitions = new Partitions({ rate: () => 1_000, splitsAfterS: 300, now: () => now });
  const minutes = new Set<number>();
  for (let i = 0; now < 3_600_000; i++, now = Math.floor(i / 12) * 1_000) {
    const partition = partitions.at({ hash: "account", sort: sortOf(i) });
    if (!partition.counter("w").take(100)) minutes.add(Math.floor(now / 60_000));
  }
  return { minutes: [...minutes], partitions: partitions.count };
}

const scattered = (i: number) => String((i * 7_919) % 99_991).padStart(6, "0");

test.each([
  ["only grow", 60, 4, (i: number) => String(i).padStart(9, "0")],
  ["only fall", 60, 4, (i: number) => String(900_000_000 - i)],
  ["are one item", 60, 4, () => "one"],
  ["are scattered", 5, 5, scattered],
])("a partition whose sort keys %s is throttled for %i of 60 minutes", (_, first, partitions, sortOf) => {
  expect(anHour(sortOf)).toEqual({ minutes: Array.from({ length: first }, (_, i) => i), partitions });
});

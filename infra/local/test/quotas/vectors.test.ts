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

const DAY = 86_400_000;

/** How many of `count` calls at each instant pass. */
function passing(demandsOf: (i: number) => Demand[], times: { at: number; count: number }[]): number[] {
  let now = 0;
  const twin = new QuotaTwin(
    {},
    () => {},
    () => now,
  );
  return times.map(({ at, count }) => {
    now = at;
    return Array.from({ length: count }, (_, i) => twin.take("call", demandsOf(i))).filter((no) => !no)
      .length;
  });
}

const route = { quota: "routeRequests", key: "GET /", rate: { most: 500, refill: 500 } } as const;
const emails = (["emails", "emailsADay"] as const).map((quota) => ({ quota, key: "" }));
const fifo = (group: number): Demand => ({
  ...{ quota: "fifoCalls", key: "queue Send", place: { hash: String(group) }, once: true },
});
const groups = Array.from({ length: 10 }, (_, i) => i);

test.each<[string, (i: number) => Demand[], { at: number; count: number; pass: number }[]]>([
  [
    "1,300 executions start at once, and 300 more each second",
    () => startDemands("StartExecution", 0),
    [
      { at: 0, count: 1_301, pass: 1_300 },
      { at: 1_000, count: 400, pass: 300 },
    ],
  ],
  [
    "an execution starts only below a million open ones",
    (i) => startDemands("StartExecution", 999_999 + i),
    [{ at: 0, count: 2, pass: 1 }],
  ],
  [
    "a route of 500 passes 500 at once, and 50 more after 100 ms",
    () => [route, { quota: "apiRequests", key: "" }],
    [
      { at: 0, count: 501, pass: 500 },
      { at: 100, count: 60, pass: 50 },
    ],
  ],
  [
    "SES's sandbox sends one email a second",
    () => emails,
    [
      { at: 0, count: 2, pass: 1 },
      { at: 1_000, count: 2, pass: 1 },
    ],
  ],
  [
    "SES's sandbox sends 200 emails in 24 hours",
    () => emails.slice(1),
    [
      { at: 0, count: 201, pass: 200 },
      { at: DAY - 1, count: 1, pass: 0 },
      { at: DAY + 1, count: 1, pass: 1 },
    ],
  ],
  [
    "a batch of ten groups on four FIFO partitions counts four times, not ten",
    () => groups.map(fifo),
    [{ at: 0, count: 301, pass: 300 }],
  ],
  [
    "a call on a FIFO queue counts in the partition of its group alone",
    (i) => [fifo(i % 2 === 0 ? 0 : 6)],
    [{ at: 0, count: 602, pass: 600 }],
  ],
  [
    "a table doubles what it takes after a minute, from 4,000 units a second on",
    () => [{ quota: "tableWrites", key: "table", units: 1_000 }],
    [
      { at: 0, count: 5, pass: 4 },
      ...Array.from({ length: 59 }, (_, i) => ({ at: (i + 1) * 1_000, count: 4, pass: 4 })),
      { at: 60_000, count: 5, pass: 4 },
      { at: 61_000, count: 9, pass: 8 },
    ],
  ],
])("%s", (_, demandsOf, times) => {
  expect(passing(demandsOf, times)).toEqual(times.map(({ pass }) => pass));
});

test.each([
  [0, 5],
  [60, 305],
  [120, 605],
  [240, 1_205],
  [249, 1_250],
])("after %i s of waiting messages, a queue's mapping has %i batches at once", (seconds, batches) => {
  expect(Math.min(batchesAfter(seconds * 1_000), awsQuotas.queueBatches.most)).toBe(batches);
});

test("a function gets 1,000 environments at once and 100 more a second, and what ran before stays", async () => {
  let now = 0;
  const concurrency = new Concurrency(
    5_000,
    undefined,
    new QuotaTwin(
      {},
      () => {},
      () => now,
    ),
  );
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
  const concurrency = new Concurrency(
    10,
    undefined,
    new QuotaTwin(
      {},
      (each) => said.push(each),
      () => 0,
    ),
  );
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
  expect(said[1]?.result).toContain("refused of sleeper: 10 open, 10 allowed for each account and region");
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
const onQuotas = () =>
  admitted(
    service,
    new QuotaTwin(
      {},
      () => {},
      () => 0,
    ),
  );

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
        {
          reason: "IndexWriteKeyRangeThroughputExceeded",
          resource: "arn:aws:dynamodb:us-east-1:000000000000:table/T/index/hot",
        },
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
  for (let i = 0; now < 3_600_000; i++, now = Math.floor(i / 12) * 1_000)
    if (!partitions.at({ hash: "account", sort: sortOf(i) }).take("w", 100)) minutes.add((now / 60_000) | 0);
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

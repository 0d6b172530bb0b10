import { expect, test } from "@jest/globals";
import { Activity, type ActivityEntry } from "../../activity/activity.ts";
import { RecentCalls } from "../../activity/recent-calls.ts";
import { traceOf } from "../../activity/trace.ts";
import { traceAbout } from "../../console/chain.ts";

const [FIRST, SECOND, WORKER] = [1, 2, 3].map((n) => `0000000${n}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];
const knowledge = {
  joinsIn: (text: string) => text.match(/\bid\d+/g) ?? [],
  missingGrant: () => undefined,
  timelineIn: async () => undefined,
};

const entry = (more: Partial<ActivityEntry>): ActivityEntry => ({
  at: new Date(Date.now() + 1_000).toISOString(),
  kind: "event",
  what: "",
  result: "done",
  failed: false,
  ...more,
});
const put = (id: string) => ({ Put: { Item: { pk: { S: `ITEM#${id}` } } } });
const answered = (request: string) =>
  entry({ at: new Date().toISOString(), kind: "request", what: "POST /", request });

function callsOf(...list: [string, string, object][]): RecentCalls {
  const calls = new RecentCalls();
  for (const [request, action, body] of list)
    calls.add("function", action, body as Record<string, unknown>, 200, traceOf(request));
  return calls;
}

const whatsOf = (request: string, entries: ActivityEntry[], calls: RecentCalls) =>
  traceAbout(request, entries, calls.list(), knowledge).steps.map(({ what }) => what);

test("a trace follows an id from a write through a message and a timer to a second id", () => {
  const calls = callsOf(
    [FIRST, "dynamodb:TransactWriteItems", { TransactItems: [put("id1"), { ConditionCheck: {} }] }],
    [WORKER, "sqs:SendMessage", { QueueUrl: "http://host/0/Jobs", MessageBody: '"id1"' }],
    [WORKER, "dynamodb:TransactWriteItems", { TransactItems: [put("id1"), put("id2")] }],
  );
  const whats = whatsOf(FIRST, [answered(FIRST), entry({ what: "sent id2" })], calls);
  expect(whats.sort()).toEqual(
    ["POST /", "put ITEM#id1", "to Jobs", "put ITEM#id1", "put ITEM#id2", "sent id2"].sort(),
  );
});

test("of a batch of messages, a trace has only those that name its ids", () => {
  const calls = callsOf(
    [FIRST, "dynamodb:PutItem", { Item: { pk: { S: "id1" } } }],
    [
      WORKER,
      "sqs:SendMessageBatch",
      { QueueUrl: "Jobs", Entries: [{ MessageBody: "id1" }, { MessageBody: "id2" }] },
    ],
  );
  expect(whatsOf(FIRST, [answered(FIRST)], calls).sort()).toEqual(["POST /", "put id1", "to Jobs"]);
});

test("an email belongs to the request that its text names", () => {
  const calls = callsOf(
    [FIRST, "dynamodb:PutItem", { Item: { pk: { S: "id1" } } }],
    [WORKER, "ses:SendEmail", { Content: "id2" }],
    [WORKER, "ses:SendEmail", { Content: "id1" }],
  );
  const emails = ["to a***", "to b***"].map((what) => entry({ kind: "email", what, request: WORKER }));
  expect(whatsOf(FIRST, [answered(FIRST), ...emails], calls)).toEqual(
    expect.arrayContaining(["POST /", "put id1", "to b***"]),
  );
  expect(whatsOf(FIRST, [answered(FIRST), ...emails], calls)).not.toContain("to a***");
});

test("the trace of an id has the request that made it, and not one that reads it or a worker's other work", () => {
  const calls = callsOf(
    [FIRST, "dynamodb:PutItem", { Item: { pk: { S: "id1" } } }],
    [WORKER, "dynamodb:PutItem", { Item: { pk: { S: "id1 of worker" } } }],
    [WORKER, "dynamodb:PutItem", { Item: { pk: { S: "id3" } } }],
  );
  const reading = entry({ kind: "request", what: "GET /id1", request: SECOND });
  expect(whatsOf("id1", [answered(FIRST), reading], calls).sort()).toEqual(
    ["POST /", "put id1", "put id1 of worker"].sort(),
  );
});

test("reads and deleted messages are not stored, and the oldest of too many calls goes", () => {
  const calls = callsOf([FIRST, "dynamodb:GetItem", {}], [FIRST, "sqs:DeleteMessage", {}]);
  expect(calls.list()).toEqual([]);
  for (let i = 0; i < 2_001; i++) calls.add("f", "sqs:SendMessage", { i }, 200, undefined);
  const bodies = calls.list().map(({ body }) => body.i);
  expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([2_000, 1, 2_000]);
});

test("a listener hears what happens until it is silenced", () => {
  const activity = new Activity(
    () => undefined,
    [],
    () => {},
  );
  const heard: ActivityEntry[] = [];
  const silence = activity.listen((line) => heard.push(line));
  const ask = () => activity.request("GET", { path: "/", query: "" }, FIRST).answered(200);
  ask();
  silence();
  ask();
  expect(heard).toHaveLength(1);
});

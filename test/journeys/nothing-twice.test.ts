import { expect, jest, test } from "@jest/globals";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import type { Requests } from "../support/partner/keyed-request.ts";
import { keyedRequests } from "../support/partner/keyed-requests.ts";
import { untilAllowed } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const requests = await keyedRequests(cloud);
const callOnce = cloud.call.bind(cloud);
const sent = jest.spyOn(cloud, "call");
const sentCalls: Call[] = [];

/** The same bytes again, as a client sends them when the answer was lost. */
type Call = Parameters<typeof cloud.call>;
const send = ([path, call]: Call) => untilAllowed(cloud, () => cloud.call(path, call));

/** Sends the request of an operation twice at once. The caller hears one of both answers. */
function double({ method, path }: Operation): void {
  const form = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/?]+")}(?:\\?|$)`);
  sent.mockImplementation(async (at, call = {}) => {
    if ((call.method ?? "GET") !== method || !form.test(at)) return callOnce(at, call);
    const replies = await Promise.all([callOnce(at, call), callOnce(at, call)]);
    return replies.find(({ status }) => status < 300) ?? (replies[0] as Reply);
  });
}

/** How many events of each type that the operation may emit the account has. */
async function eventsBy(
  name: string,
  [, { headers = {} } = {}]: Call,
  since = "2020-01-01T00:00:00Z",
): Promise<[type: string, count: number][]> {
  const types = Object.entries<Json>(catalogue).filter(([, { emitted_by }]) => emitted_by.includes(name));
  const counts = types.map(async ([type]): Promise<[string, number]> => {
    const path = `/v1/events?type=${type}&limit=1&created_after=${since}`;
    const { json } = await send([path, { headers }]);
    return [type, json.total_count];
  });
  return Promise.all(counts);
}

async function first(name: string): Promise<{ reply: Json; call: Call }> {
  const ask = () => untilAllowed(cloud, (requests[name] as Requests[string]).ask);
  let reply = await ask();
  // On a fast clock, a payout may settle before a helper moves it.
  for (let more = 10; more > 0 && reply.status === 409; more--) reply = await ask();
  return { reply, call: sent.mock.calls.at(-1) as Call };
}

/** What a repetition gets, by the method. */
const expectRepeated: Record<string, (name: string, reply: Json, again: Json) => void> = {
  POST: (name, reply, again) => {
    const { secret, ...shown } = reply.json;
    expect([name, again.headers["idempotent-replayed"], again.json]).toEqual([name, "true", shown]);
    if (!secret) expect([name, again.status, again.text]).toEqual([name, reply.status, reply.text]);
  },
  PATCH: (name, reply, again) =>
    expect([name, again.status, again.text]).toEqual([name, reply.status, reply.text]),
  DELETE: (name, reply, again) =>
    expect([name, again.text === reply.text || again.status]).toEqual([
      name,
      again.status === 404 ? 404 : true,
    ]),
};

const writing = operations.filter(({ scope, method }) => scope && method !== "GET");

test.each(writing.map((op) => [op.name, op] as const))(
  "%s: the same call twice, at once and later, has the effect and the events of one",
  async (name, op) => {
    const since = new Date(await cloud.now()).toISOString();
    double(op);
    const { reply, call } = await first(name);
    sent.mockImplementation(callOnce);
    sentCalls.push(call);
    expect([name, reply.status < 300]).toEqual([name, true]);
    // What follows from the first call is over.
    await cloud.advance("90s");
    for (const [type, count] of await eventsBy(name, call, since))
      expect([type, count <= 1]).toEqual([type, true]);
    const before = await eventsBy(name, call);
    // The first use of a key in an hour is a write of its own.
    if (op.method === "PATCH") await send(call);
    await cloud.clearUsage();
    const again = await send(call);
    const { calls } = (await cloud.usage())[name] as { calls: Record<string, number> };
    expectRepeated[op.method]?.(name, reply, again);
    await cloud.advance("0s");
    expect(await eventsBy(name, call)).toEqual(before);
    // The one write of a PATCH that changes nothing counts it against the quota.
    if (op.method !== "PATCH") return;
    const writes = Object.entries(calls).filter(([action]) => /Put|Update|Delete|Write/.test(action));
    expect(writes).toEqual([["dynamodb:UpdateItem", 1]]);
  },
);

test("calls that are repeated late, each after the one that followed it, have no effect", async () => {
  const totals = async () =>
    Promise.all(
      sentCalls.map(
        async ([, { headers = {} } = {}]) =>
          (await send(["/v1/events?limit=1", { headers }])).json.total_count,
      ),
    );
  await cloud.advance("5m");
  const before = await totals();
  for (const call of sentCalls.toReversed()) expect((await send(call)).status).toBeLessThan(500);
  await cloud.advance("5m");
  expect(await totals()).toEqual(before);
});

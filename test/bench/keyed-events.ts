import type { Call } from "../../infra/local/test/support/http.ts";
import { endSuite } from "../../infra/local/test/support/suite-end.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { keyedRequests } from "../support/partner/keyed-requests.ts";
import { gatewayEvent } from "./gateway-event.ts";

/** A request that was about to be sent to the operation that is captured. */
class Captured {
  readonly path: string;
  readonly call: Call;

  constructor(path: string, call: Call) {
    this.path = path;
    this.call = call;
  }
}

/**
 * An event for each function of the Platform API, by its name: a request that succeeds, on objects that a
 * local cloud left in the data folder `dataDir`.
 */
export async function keyedEvents(dataDir: string): Promise<Map<string, object>> {
  const cloud = await startCloud({ dataDir });
  try {
    const requests = await keyedRequests(cloud);
    const events = new Map<string, object>();
    // A payout settles by itself after a minute, so the request that cancels one is made last.
    const isLast = ({ name }: Operation) => Number(name === "cancel-payout");
    const keyed = operations.filter(({ scope }) => scope !== undefined);
    for (const op of keyed.toSorted((a, b) => isLast(a) - isLast(b))) {
      const request = requests[op.name];
      if (!request) throw new Error(`Add a request to ${op.name} to test/support/partner/keyed-requests.ts`);
      events.set(op.name, eventOf(op, await captured(cloud, op, request.ask)));
    }
    // What the service still owes for these objects is done before the table is read.
    await cloud.advance("0s");
    await cloud.end();
    return events;
  } finally {
    await endSuite();
  }
}

/** The request that `ask` makes to the operation. It is not sent, so the objects stay as it needs them. */
async function captured(cloud: Cloud, op: Operation, ask: () => Promise<unknown>): Promise<Captured> {
  const send = cloud.call;
  cloud.call = (path, call = {}) => {
    const method = call.method ?? "GET";
    if (method === op.method && parametersOf(op, path)) throw new Captured(path, call);
    return send.call(cloud, path, call);
  };
  try {
    await ask();
  } catch (thrown) {
    if (thrown instanceof Captured) return thrown;
    throw thrown;
  } finally {
    cloud.call = send;
  }
  throw new Error(`No request was sent to ${op.name}`);
}

function eventOf(op: Operation, { path, call }: Captured): object {
  const url = new URL(path, "http://localhost");
  const event = gatewayEvent(`${op.method} ${op.path}`, {
    method: op.method,
    path: url.pathname,
    pathParameters: parametersOf(op, path) ?? {},
    query: url.search.slice(1),
    ...(call.json !== undefined && { body: call.json as Record<string, unknown> }),
  });
  return { ...event, headers: { ...event.headers, ...call.headers } };
}

/** The parameters of a path that is the operation's. */
function parametersOf({ path }: Operation, asked: string): Record<string, string> | undefined {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  const found = pattern.exec(asked.split("?")[0] ?? "");
  return found ? { ...found.groups } : undefined;
}

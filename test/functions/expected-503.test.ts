import { expect, test } from "@jest/globals";
import type { ApiKey } from "../../shared/domain/account/api-key.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";
import { logLines } from "../support/cloud/log-lines.ts";
import { served, tableAt } from "../support/cloud/served.ts";

/** Answers errors that the local engine never gives. */
let errorType: string;
const table = await served((request, response) => {
  request.resume();
  response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
  response.end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${errorType}` }));
});
Object.assign(process.env, tableAt(table), { POWERTOOLS_METRICS_DISABLED: "false" });
const serve = await import("../../shared/http/serve/serve.ts");
const rates = await import("../../shared/http/guard/rate-limit.ts");
const keys = await import("../../shared/http/guard/authenticate.ts");

const paint = { name: "paint-door", method: "POST", limits: [{ count: 1, seconds: 1 }] };
const now = new Date("2126-11-21T09:30:00.000Z");

/** The faults and expected 503s that a request counts, which gets a 503. */
async function countedBy(answer: () => Promise<never>): Promise<string[]> {
  const handler = serve.serveRequests(paint.name, answer);
  const lines = await logLines(async () => {
    const { statusCode } = await handler(gatewayEvent("POST", { path: "/paint" }), {} as never);
    expect(statusCode).toBe(503);
  });
  return [...lines.matchAll(/"(ApiFaults|Unavailable)":1\b/g)].map(([, metric = ""]) => metric);
}

type Run = (args: object, context: object) => Promise<unknown>;

const named = (name: string) => Object.assign(new Error(), { name });

test.each([
  ["a write that kept conflicting", "Conflict", "Unavailable"],
  ["a condition that kept failing", "Contention", "ApiFaults"],
  ["work that ran out of time", "TimeoutError", "ApiFaults"],
])("the 503 of %s counts once", async (_, name, metric) => {
  const answer = async () => {
    throw named(name);
  };
  expect(await countedBy(answer)).toEqual([metric]);
});

test.each([
  ["is throttled", "ThrottlingException", "Unavailable"],
  ["has no throughput left", "ProvisionedThroughputExceededException", "Unavailable"],
  ["meets transactions", "TransactionConflictException", "Unavailable"],
  ["lost its permission", "AccessDeniedException", "ApiFaults"],
])("the 503 of a limiter or a quota that %s counts once", async (_, name, metric) => {
  errorType = name;
  const limited = async () => {
    await rates.limitBySource(paint, "192.0.2.1", now);
    throw new Error("The limiter let the request pass");
  };
  expect(await countedBy(limited)).toEqual([metric]);

  const key = { account_id: "acct_1", mode: "test" } as ApiKey;
  const keyed = async () => {
    const { over } = await keys.countAgainstQuota({ ...paint, path: "/" }, key, "request", now);
    throw over;
  };
  expect(await countedBy(keyed)).toEqual([metric]);
});

test.each([
  ["a conflict", "Conflict", "Unavailable"],
  ["a condition that kept failing", "Contention", "ToolFaults"],
])("a tool's error for %s counts once, although its status is 200", async (_, name, metric) => {
  const { mcpTool } = await import("../../shared/http/mcp/mcp-tool.ts");
  const { getSignupStatusOperation } = await import("../../shared/contract/agent/get-signup-status.ts");
  const tool = mcpTool(getSignupStatusOperation, async (): Promise<never> => {
    throw named(name);
  });
  const args = { signup_id: "svc_sgn_00000000000000000000000000" };
  const lines = await logLines(async () => {
    const ended = new Promise((resolve) => {
      const registerTool = (_name: string, _config: object, run: Run) => resolve(run(args, { mcpReq: {} }));
      tool.register({ registerTool } as never, { source: "192.0.2.1" });
    });
    expect(await ended).toMatchObject({ isError: true });
  });
  expect([...lines.matchAll(/"(ToolFaults|Unavailable)":1\b/g)].map(([, label]) => label)).toEqual([metric]);
});

import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { createPayoutOperation } from "../../shared/contract/platform/payments/create-payout.ts";
import { operations, operatorFunctions, pages, timers } from "../../shared/contract/service.ts";
import { replayCursor } from "../../shared/domain/event/replay.ts";
import { addressOf } from "../../shared/domain/owner.ts";
import { type ExampleRequest, exampleRequest } from "./example-request.ts";
import { gatewayEvent } from "./gateway-event.ts";
import { mcpCall, mcpEvent } from "./mcp-event.ts";

/** A function that is started cold, its first event, and the HTTP status that it must return. */
export type Subject = {
  name: string;
  event: unknown;
  status?: number;
  usesTable: boolean;
  /** It asks for a key, so its event is about stored objects: `keyedEvents` makes it. */
  keyed?: true;
  /** It has the client of Secrets Manager too. */
  secret?: true;
};

const get = (path: string): ExampleRequest => ({ method: "GET", path, pathParameters: {}, query: "" });

export const FLOOR: Subject = { name: "floor", event: {}, status: 200, usesTable: true };
/** What the same call costs without the SDK: Node's own HTTPS client and nothing else. */
export const FLOOR_WITHOUT_SDK: Subject = { ...FLOOR, name: "floor, no SDK" };
export const COMMON_WAY: Subject = {
  name: "common-way",
  event: gatewayEvent(`POST ${startSignupOperation.path}`, exampleRequest(startSignupOperation)),
  status: 201,
  usesTable: true,
};
/** The same for operations that need a key, and for those that read a secret too. */
export const COMMON_KEYED: Subject = {
  name: "common-way, keyed",
  event: gatewayEvent(`POST ${createPayoutOperation.path}`, exampleRequest(createPayoutOperation)),
  status: 201,
  usesTable: true,
};
export const COMMON_SECRET: Subject = { ...COMMON_KEYED, name: "common-way, keyed, with a secret" };

/** The MCP server and the plain SDK's, by what a client asks first, and by what it asks when it means it. */
const firstList = { event: mcpEvent("tools/list"), status: 200, usesTable: false };
const firstSignup = {
  event: mcpCall("start_signup", { email: "ana@example.com", sandbox: true }),
  status: 200,
  usesTable: false,
};
export const MCP: Subject = { name: "serve-mcp", ...firstList };
export const MCP_SIGNUP: Subject = { name: "serve-mcp (start_signup)", ...firstSignup };
export const PLAIN_MCP: Subject = { name: "plain MCP SDK", ...firstList };
export const PLAIN_MCP_SIGNUP: Subject = { name: "plain MCP SDK (start_signup)", ...firstSignup };

export const COMMON_BUNDLED: Subject = { ...COMMON_WAY, name: "common-way, SDK bundled" };

/** What the functions are compared with. */
export const YARDSTICKS: readonly Subject[] = [
  ...[FLOOR_WITHOUT_SDK, FLOOR, COMMON_WAY, COMMON_KEYED, COMMON_SECRET, COMMON_BUNDLED],
  ...[PLAIN_MCP, PLAIN_MCP_SIGNUP],
];

const OWNER = { account_id: "acct_bench", mode: "test" } as const;
/** What some timers are about, in their own notation. */
const TIMED: Readonly<Record<string, string>> = {
  "settle-payout": addressOf(OWNER, "pay_bench"),
  "erase-driver": addressOf(OWNER, "drv_bench"),
  "replay-events": replayCursor({ ...OWNER, endpoint_id: "wh_bench", from: "evt_0", to: "evt_z" }),
};

/** Every function of the service. */
export const functions: readonly Subject[] = [
  ...operations.map((op) => ({
    name: op.name,
    event: op.scope ? undefined : gatewayEvent(`${op.method} ${op.path}`, exampleRequest(op)),
    ...(op.scope && { keyed: true as const }),
    ...(op.secrets && { secret: true as const }),
    status: Object.values(op.replies)[0]?.status ?? 200,
    usesTable: Object.keys(op.access).length > 0,
  })),
  ...pages
    .filter(({ name }) => name !== MCP.name)
    .map(({ name, routes: [route = "GET /"] }) => ({
      name,
      event: gatewayEvent(route, get(route.split(" ")[1] ?? "")),
      // A page without its link or its form says so: as much work as any.
      usesTable: false,
    })),
  MCP,
  ...operatorFunctions.map(({ name }) => ({ name, event: {}, usesTable: false })),
  ...timers.map(({ name, access }) => ({
    name,
    event: { id: TIMED[name] ?? "bench", at: new Date().toISOString() },
    usesTable: Object.keys(access).length > 0,
  })),
  { name: "unknown-route", event: gatewayEvent("$default", get("/nowhere")), status: 404, usesTable: false },
  { name: "send-mail", event: { Records: [] }, usesTable: false },
  { name: "start-timers", event: { Records: [] }, usesTable: false },
  { name: "relay-outbox", event: { Records: [] }, usesTable: false },
  { name: "relay-events", event: { Records: [] }, usesTable: false },
  { name: "fan-out-event", event: { Records: [] }, usesTable: false },
  { name: "deliver-webhook", event: { Records: [] }, usesTable: false },
  { name: "sweep-deliveries", event: {}, usesTable: true },
  { name: "walk-tax-events", event: { Records: [] }, usesTable: false },
  { name: "start-tax-walks", event: { scheduled_at: "2026-08-01T06:00:00Z" }, usesTable: false },
];

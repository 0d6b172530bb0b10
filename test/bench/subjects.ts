import { createPayoutOperation } from "../../shared/contract/platform/payments/create-payout.ts";
import { operations, operatorFunctions, pages, timers } from "../../shared/contract/service.ts";
import { replayCursor } from "../../shared/domain/event/replay.ts";
import { addressOf } from "../../shared/domain/owner.ts";
import { type ExampleRequest, exampleRequest } from "./example-request.ts";
import { gatewayEvent } from "./gateway-event.ts";
import { mcpCall, mcpEvent } from "./mcp-event.ts";

/** A function that is started cold, the event of its calls, and the HTTP status that it must return. */
export type Subject = {
  name: string;
  event: unknown;
  status?: number;
  usesTable?: boolean;
  /** It asks for a key, so its event is about stored objects: `keyedEvents` makes it. */
  keyed?: boolean;
  /** It writes something. */
  writes?: boolean;
  /** Its budget has over three calls or nine write units: a payout with its entries, an agreement. */
  busy?: boolean;
  /** It is the MCP server, or its yardstick. */
  isMcp?: boolean;
  /** One of the service's own, which has a bundle of this name. */
  isOurs?: boolean;
};

const get = (path: string): ExampleRequest => ({ method: "GET", path, pathParameters: {}, query: "" });

export const FLOOR: Subject = { name: "floor", event: {}, status: 200 };
/** A payout: the caller's key, its quota, the driver, and a transaction. */
const HONO: Subject = {
  name: "Hono",
  event: gatewayEvent(`POST ${createPayoutOperation.path}`, exampleRequest(createPayoutOperation)),
  status: 201,
};

/** What a client of MCP asks first, and what it asks then. */
const LIST = { event: mcpEvent("tools/list"), status: 200, isMcp: true };
const CHECK = {
  event: mcpCall("check_roth_eligibility", { filing_status: "single", magi: 160_000 }),
  status: 200,
  isMcp: true,
};
const PLAIN_MCP: Subject = { name: "plain MCP SDK", ...LIST };
const PLAIN_MCP_CHECK: Subject = { name: "plain MCP SDK, a tool", ...CHECK };
const MCP: Subject = { name: "serve-mcp", ...LIST, isOurs: true };
const MCP_CHECK: Subject = { name: "serve-mcp, a tool", ...CHECK };

/**
 * What the functions are compared with: a source in `yardsticks/`, or a line of it. `ours` is bundled as the
 * functions are, the others as CDK's NodejsFunction does by default: the runtime provides the SDK.
 */
export const YARDSTICKS: readonly (Subject & { source: string; ours?: true })[] = [
  { ...FLOOR, source: 'export * from "./floor.ts"', ours: true },
  { ...HONO, source: 'export * from "./hono.ts"' },
  { ...PLAIN_MCP, source: 'export * from "./plain-mcp.ts"' },
  { ...PLAIN_MCP_CHECK, source: 'export * from "./plain-mcp.ts"' },
];

/** What a subject is compared with. A yardstick has none. */
export function yardstickOf({ name, isMcp, isOurs }: Subject): Subject | undefined {
  if (name === MCP_CHECK.name) return PLAIN_MCP_CHECK;
  if (!isOurs) return undefined;
  return isMcp ? PLAIN_MCP : HONO;
}

const OWNER = { account_id: "acct_bench", mode: "test" } as const;
/** What some timers are about, in their own notation. */
const TIMED: Readonly<Record<string, string>> = {
  "settle-payout": addressOf(OWNER, "pay_bench"),
  "erase-driver": addressOf(OWNER, "drv_bench"),
  "replay-events": replayCursor({ ...OWNER, endpoint_id: "wh_bench", from: "evt_0", to: "evt_z" }),
};

/** Functions of queues and schedules, by an event of theirs. */
const WORKERS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    [
      ...["send-mail", "start-timers", "relay-outbox", "relay-events", "fan-out-event", "deliver-webhook"],
      "walk-tax-events",
    ].map((name) => [name, { Records: [] }]),
  ),
  "sweep-deliveries": {},
  "start-tax-walks": { scheduled_at: "2026-08-01T06:00:00Z" },
};

/** Every function of the service. */
const functions: readonly Subject[] = [
  ...operations.map((op) => ({
    name: op.name,
    event: op.scope ? undefined : gatewayEvent(`${op.method} ${op.path}`, exampleRequest(op)),
    keyed: op.scope !== undefined,
    writes: op.method !== "GET",
    busy: op.method !== "GET" && (op.budget.calls > 3 || op.budget.writeUnits > 9),
    status: Object.values(op.replies)[0]?.status ?? 200,
    usesTable: Object.keys(op.access).length > 0,
  })),
  ...pages
    .filter(({ name }) => name !== MCP.name)
    .map(({ name, routes: [route = "GET /"] }) => ({
      name,
      event: gatewayEvent(route, get(route.split(" ")[1] ?? "")),
      // A page without its link or its form says so: as much work as any.
    })),
  MCP,
  ...operatorFunctions.map(({ name }) => ({ name, event: {} })),
  ...timers.map(({ name, access }) => ({
    name,
    event: { id: TIMED[name] ?? "bench", at: new Date().toISOString() },
    writes: true,
    usesTable: Object.keys(access).length > 0,
  })),
  { name: "unknown-route", event: gatewayEvent("$default", get("/nowhere")), status: 404 },
  ...Object.entries(WORKERS).map(([name, event]) => ({
    name,
    event,
    usesTable: name === "sweep-deliveries",
  })),
].map((subject) => ({ ...subject, isOurs: true }));

/** The functions whose names are among `wanted`, or all, with every yardstick. */
export const subjectsOf = (wanted: readonly string[]): readonly Subject[] => [
  ...[...functions, MCP_CHECK].filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name.split(",")[0] ?? ""),
  ),
  ...YARDSTICKS,
];

export const functionNames: readonly string[] = functions.map(({ name }) => name);

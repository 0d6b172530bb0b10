import { prefixes } from "../../shared/domain/item/ids.ts";
import type { Noun, Verb } from "../../shared/domain/access/noun.ts";

type Json = Record<string, unknown>;

/** What the local cloud sees of an invocation. `event` is absent for a request. */
type Seen = { function: string; event?: unknown; log: Json[]; ok: boolean };
type Line = { kind?: string; what?: string; result?: string; failed?: boolean };

/**
 * Says what an invocation did, for `npm start` and `npm run logs`. The local cloud finds this file by its
 * path. An empty list hides an invocation. Undefined leaves the generic line. No line may name a person.
 */
export function describe({ function: name, event, log, ok }: Seen): Line[] | undefined {
  const lineOf = (message: string) => log.findLast((line) => line.message === message);
  const request = lineOf("request");
  if (request) return [requestLine(request, log)];
  const input = (event ?? {}) as { id?: unknown; at?: unknown };
  if (typeof input.id === "string" && typeof input.at === "string")
    return [timerLine(name, input.id, lineOf("timer"))];
  const queue = lineOf("queue");
  if (queue) return messageLines(name, event, queue.outcomes as string[]);
  const command = lineOf("command");
  if (command) {
    const what = String(command.operation);
    const result = String(command.result);
    return [{ kind: "command", what, result, failed: !command.ok }];
  }
  // The queues and timers that a relay or sweep serves have lines of their own.
  if (ok && lineOf("relay")?.failed === 0) return [];
  const sweep = lineOf("sweep");
  const hints = Number(sweep?.hints) + Number(sweep?.payouts);
  if (sweep) return hints === 0 ? [] : [{ kind: "schedule", result: `${hints} due` }];
  const waiting = lineOf("waiting")?.outcomes as string[] | undefined;
  if (waiting) return [{ kind: "schedule", what: name, result: waiting.join(", ") }];
  // Most minutes no email waits, and the function says nothing.
  if (ok && name === "send-waiting") return [];
  const walks = lineOf("walks")?.started as string[] | undefined;
  if (walks) return walks.map((walk) => ({ kind: "schedule", what: `${name} ${walk}`, result: "started" }));
  return undefined;
}

/** The line of a request, with its error's code. An MCP request names the operations of its tools. */
function requestLine({ status, error_code }: Json, log: Json[]): Line {
  const tools = log.filter(({ message }) => message === "tool");
  const code = error_code ?? tools.find((tool) => tool.error_code)?.error_code;
  return {
    ...(tools.length > 0 && { what: `POST /api/mcp ${tools.map(({ operation }) => operation).join(", ")}` }),
    ...(code !== undefined && { result: `${status} ${code}`, failed: true }),
  };
}

/** The id of a replay is a cursor (`shared/domain/event/replay.ts`), of which the endpoint is enough. */
function timerLine(name: string, id: string, line: Json | undefined): Line {
  const [, , endpoint_id] = id.split("#");
  const what = `${name} ${endpoint_id ?? id}`;
  return { kind: "timer", what, ...(line && { result: line.done ? "done" : "scheduled again" }) };
}

type Message = Record<"outcome" | "type" | "event_id" | "delivery_id" | "endpoint_id", string> &
  Record<"mail" | "timer" | "name", string> & { payouts: string[] };
/** How a worker's messages are shown. `hidden`: outcomes without a line. `good`: the others are failures. */
type Shown = {
  kind: string;
  what: (message: Message) => string;
  hidden?: readonly string[];
  good?: readonly string[];
};
const workers: Readonly<Record<string, Shown>> = {
  "fan-out-event": { kind: "event", what: ({ type, event_id }) => `${type} ${event_id}` },
  "deliver-webhook": {
    kind: "delivery",
    what: ({ delivery_id, endpoint_id }) => `${delivery_id} to ${endpoint_id}`,
    // These are no attempt: another signer made it, or it is not due.
    hidden: ["gone", "nothing", "taken", "saved", "slow"],
    good: ["delivered", "held"],
  },
  // The local cloud has a line for each sent email.
  "send-mail": { kind: "email", what: ({ mail }) => mail, hidden: ["sent"] },
  "settle-payout": {
    kind: "timer",
    what: ({ payouts }) => `settle-payout ${payouts.map((address) => address.split("#")[2]).join(" ")}`,
  },
  // Each call of a timer has a line.
  "start-timers": {
    kind: "timer",
    what: ({ timer, name }) => `${timer} ${name}`,
    hidden: ["started"],
    good: [],
  },
};

function messageLines(name: string, event: unknown, outcomes: string[]): Line[] | undefined {
  const worker = workers[name];
  if (!worker) return undefined;
  const { kind, what, hidden = [], good } = worker;
  const { Records = [] } = event as { Records?: { body: string }[] };
  return Records.map(({ body }, i): Message => ({ ...JSON.parse(body), outcome: outcomes[i] ?? "" }))
    .filter(({ outcome }) => !hidden.includes(outcome))
    .map((message) => ({
      kind,
      what: what(message),
      result: message.outcome,
      failed: good ? !good.includes(message.outcome) : message.outcome === "fault",
    }));
}

/** An event names its payout, a delivery its event, and the link of an email its signup. */
const JOINS = new RegExp(
  `\\b(?:evt_|pay_|dlv_|${prefixes.liveSignup}|${prefixes.sandboxSignup})[0-9a-z]{26}\\b`,
  "g",
);

export { timelineIn } from "./local/timeline-items.ts";

export const joinsIn = (text: string): readonly string[] => text.match(JOINS) ?? [];

const verbs: Record<string, Verb> = {
  "dynamodb:GetItem": "get",
  "dynamodb:BatchGetItem": "collect",
  "dynamodb:Query": "query",
  "dynamodb:PutItem": "put",
  "dynamodb:UpdateItem": "update",
  "dynamodb:DeleteItem": "delete",
  "dynamodb:ConditionCheckItem": "check",
};

type RefusedCall = { role: string; action: string; resource: string; keys: string[] };

/** How to give a role the grant that a refused call needs. The role of `get-driver` is GetDriverRole. */
export function missingGrant({ role, action, resource, keys }: RefusedCall): string | undefined {
  const name = role
    .replace(/Role[0-9A-F]{8}$/, "")
    .replaceAll(/(?!^)[A-Z]/g, "-$&")
    .toLowerCase();
  const verb = resource.includes("/index/") ? "search" : verbs[action];
  const nouns = [...new Set(keys.map((key) => /^([A-Z_]+)#/.exec(key)?.[1]?.toLowerCase() as Noun))];
  if (verb === undefined || nouns.length === 0 || nouns.includes(undefined as never)) return undefined;
  return `Add ${nouns.map((noun) => `\`${noun}: ["${verb}"]\``).join(" and ")} to the access of ${name}.`;
}

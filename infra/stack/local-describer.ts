import { prefixes } from "../../shared/domain/ids.ts";
import type { Noun, Verb } from "../../shared/domain/noun.ts";

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
  if (command)
    return [
      {
        kind: "command",
        what: String(command.operation),
        result: String(command.result),
        failed: !command.ok,
      },
    ];
  // The queues and timers that a relay or sweep serves have lines of their own.
  if (ok && lineOf("relay")?.failed === 0) return [];
  const sweep = lineOf("sweep");
  const found = Number(sweep?.hints) + Number(sweep?.payouts);
  if (sweep) return found === 0 ? [] : [{ kind: "schedule", result: `${found} due` }];
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

/** These outcomes of a hint are no attempt: another signer made it, or it is not due. */
const NO_ATTEMPT = new Set(["gone", "nothing", "taken", "saved", "slow"]);

function messageLines(name: string, event: unknown, outcomes: string[]): Line[] | undefined {
  const { Records = [] } = event as { Records?: { body: string }[] };
  const messages = Records.map(({ body }, i) => ({ ...JSON.parse(body), outcome: outcomes[i] ?? "" }));
  switch (name) {
    case "fan-out-event":
      return messages.map(({ type, event_id, outcome }) => ({
        kind: "event",
        what: `${type} ${event_id}`,
        result: outcome,
        failed: outcome === "fault",
      }));
    case "deliver-webhook":
      return messages
        .filter(({ outcome }) => !NO_ATTEMPT.has(outcome))
        .map(({ delivery_id, endpoint_id, outcome }) => ({
          kind: "delivery",
          what: `${delivery_id} to ${endpoint_id}`,
          result: outcome,
          failed: outcome !== "delivered" && outcome !== "held",
        }));
    case "send-mail":
      // The local cloud has a line for each sent email.
      return messages
        .filter(({ outcome }) => outcome !== "sent")
        .map(({ mail, outcome }) => ({
          kind: "email",
          what: mail,
          result: outcome,
          failed: outcome === "fault",
        }));
    case "settle-payout":
      return messages.map(({ payouts, outcome }) => ({
        kind: "timer",
        what: `settle-payout ${payouts.map((address: string) => address.split("#")[2]).join(" ")}`,
        result: outcome,
        failed: outcome === "fault",
      }));
    case "start-timers":
      // Each call of a timer has a line.
      return messages
        .filter(({ outcome }) => outcome !== "started")
        .map(({ timer, name: timerName, outcome }) => ({
          kind: "timer",
          what: `${timer} ${timerName}`,
          result: outcome,
          failed: true,
        }));
    default:
      return undefined;
  }
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

import { toolOperations } from "../../contract/mcp.ts";

/** `null` and an empty text are absent arguments: strict clients cannot leave one out. */
export function lenient(message: unknown): unknown {
  if (!isObject(message) || !("params" in message)) return message;
  const { params: sent, ...rest } = message;
  if (isBlank(sent)) return rest;
  if (!isObject(sent)) return message;
  const { arguments: args, cursor, ...others } = sent;
  const params = {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    ...(!isBlank(args) && { arguments: withoutBlanks(args) }),
    // Every list has one page, so no cursor is valid. The SDK refuses only what is not a text.
    ...(!isBlank(cursor) && { cursor: false }),
  };
  return { ...rest, params };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withoutBlanks(value: unknown): unknown {
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, member]) => !isBlank(member));
  return Object.fromEntries(present.map(([name, member]) => [name, withoutBlanks(member)]));
}

type Issue = { path: (string | number)[]; message: string };
type RpcReply = { error?: { code: number; message: string } };

/** The text of a reply or of a batch. An error has one sentence instead of the validator's output. */
export function readable(reply: string, names = NAMES): string {
  if (!reply.includes('"error":{')) return reply;
  const parsed = JSON.parse(reply) as RpcReply | RpcReply[];
  const mended = (each: RpcReply) => inOneSentence(each, names);
  return JSON.stringify(Array.isArray(parsed) ? parsed.map(mended) : mended(parsed));
}

const INVALID_PARAMS = -32602;

const NAMES: readonly string[] = toolOperations.map(({ tool }) => tool.name);

function inOneSentence(reply: RpcReply, names: readonly string[]): RpcReply {
  if (reply.error && /^Tool .* not found$/s.test(reply.error.message))
    return {
      ...reply,
      error: { ...reply.error, message: `${reply.error.message}. The tools are ${names.join(", ")}.` },
    };
  const issue = reply.error && issueIn(reply.error.message);
  if (!issue) return reply;
  const [, cause = "it does not have the form that the protocol asks for"] =
    /^Invalid input: (.+)$/.exec(issue.message) ?? [];
  const at = issue.path.join(".");
  const message =
    at === "params.cursor"
      ? "`params.cursor` is invalid: every list has one page, so leave it out."
      : `\`${at}\` is invalid: ${cause.replace("record", "object").replace("undefined", "nothing")}.`;
  return { ...reply, error: { ...reply.error, code: INVALID_PARAMS, message } };
}

/** The first issue of the validator, which the SDK prints as JSON into the message. */
function issueIn(message: string): Issue | undefined {
  try {
    const [issue] = JSON.parse(message.slice(message.indexOf("[\n"))) as Issue[];
    return issue;
  } catch {
    return undefined;
  }
}

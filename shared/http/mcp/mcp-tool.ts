import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { remedies } from "../../contract/error-remedies.ts";
import { errors, Problem } from "../../contract/errors.ts";
import { argumentsOf, toolSchema } from "../../contract/openapi/tool-schema.ts";
import type { Operation, Reply, Tool } from "../../contract/operation.ts";
import { readArguments } from "../serve/request.ts";
import { asProblem, docsUrl } from "../serve/responses.ts";
import { type Story, tell } from "../serve/serve.ts";
import { countFault, logFault, logTool } from "../serve/telemetry.ts";
import { listedSchema } from "./standard-schema.ts";

type Caller = { source: string };
type Told = Record<string, unknown>;

/** A step that only a human can take, at a link in the reply. */
export type HumanStep = {
  /** Undefined: nobody has to do anything now. */
  link: (told: Told) => { url: string; message: string; state: string } | undefined;
  /** The reply again, after the client has shown the link, from the state that came back with the call. */
  resume: (state: string, now: Date) => Promise<Told>;
};

/** A tool, ready to be registered with the server of a request. */
export type McpTool = { name: string; register: (server: McpServer, caller: Caller) => void };

/** Two tries of the store's. Below the deadline of the endpoint, which may have a batch to answer. */
const DEADLINE_MS = 6_000;

/** An operation as a tool: the same schemas, limits and replies as over REST, since the same story answers. */
export function mcpTool<O extends Operation & { tool: Tool }, Loaded>(
  op: O,
  loadStory: () => Promise<Story<O, Loaded>>,
  step?: HumanStep,
): McpTool {
  const { name, title, description, hints: annotations } = op.tool;
  // All the good replies of an operation have one shape.
  const [reply] = Object.values(op.replies) as [Reply];
  const inputSchema = listedSchema<unknown>(() => toolSchema(argumentsOf(op), "input"));
  const outputSchema = listedSchema<unknown>(() => toolSchema(reply.schema, "output"));
  const perform = async (args: unknown, { source }: Caller): Promise<Told> => {
    const input = readArguments(op, args);
    const result = await tell(op, await loadStory(), { input, source, now: new Date() });
    return JSON.parse(result.body ?? "null") as Told;
  };
  const call = async (args: unknown, caller: Caller, ctx: ServerContext) => {
    const state = ctx.mcpReq.inputResponses && ctx.mcpReq.requestState<string>();
    if (step && state) return success(await step.resume(state, new Date()));
    const told = await perform(args, caller);
    return (step && opensLinks(ctx) && elicited(step.link(told))) || success(told);
  };
  const config = { title, description, inputSchema, outputSchema, annotations };
  return {
    name,
    register: (server, caller) =>
      server.registerTool(name, config, (args, ctx) =>
        answered(op.name, () => withinDeadline(call(args, caller, ctx))),
      ),
  };
}

/** What was told, for programs and, in the same words, for clients that pass on only the text. */
const success = (told: Told): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(told) }],
  structuredContent: told,
});

/**
 * A failure is a result for the model to read: some clients pass on nothing but its text, so the text says all of it.
 * It is logged and counted here, since the reply's status is 200 and no alarm would see it.
 */
async function answered<T>(operation: string, work: () => Promise<T>): Promise<T | CallToolResult> {
  const startedAt = performance.now();
  const log = (error_code?: string) =>
    logTool({
      operation,
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(error_code && { error_code }),
    });
  try {
    const result = await work();
    log();
    return result;
  } catch (error) {
    const problem = asProblem(error);
    if (errors[problem.code][0] >= 500) {
      logFault(operation, error);
      countFault("ToolFaults");
    }
    log(problem.code);
    return { isError: true, content: [{ type: "text", text: textOf(problem) }] };
  }
}

function textOf({ code, message, param }: Problem): string {
  const about = param ? `${code}, parameter ${param}` : code;
  // The messages of these say it all already, and their remedies speak of fields and headers of REST.
  const advice = /^(parameter_|rate_limit)/.test(code) ? "" : ` ${remedies[code]}`;
  return `${message} (${about})${advice} More: ${docsUrl()}/errors#${code}`;
}

async function withinDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), DEADLINE_MS);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}

const tooSlow = () =>
  new Problem("service_unavailable", "The service did not answer in time, and may yet do what was asked.");

type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: { elicitation?: { url?: object } } };

/** Only the newer revision can ask within a call, and only some clients can open a link for it. */
const opensLinks = ({ mcpReq }: ServerContext): boolean =>
  (mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation?.url !== undefined;

/** Whatever the client then does with the link, the call comes back and is answered as for everybody else. */
const elicited = (link: ReturnType<HumanStep["link"]>): InputRequiredResult | undefined =>
  link &&
  inputRequired({
    inputRequests: { open: inputRequired.elicitUrl({ message: link.message, url: link.url }) },
    requestState: link.state,
  });

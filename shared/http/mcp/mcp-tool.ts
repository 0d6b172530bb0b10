import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { errors, Problem } from "../../contract/errors.ts";
import { argumentsOf, toolSchema } from "../../contract/openapi/tool-schema.ts";
import type { Operation, Reply, Tool } from "../../contract/operation.ts";
import { readArguments } from "../serve/request.ts";
import { asProblem, docsUrl, isPassing } from "../serve/responses.ts";
import { runSteps, type Steps } from "../serve/serve.ts";
import { countInStage, logFault, logTool } from "../serve/telemetry.ts";
import { listedSchema } from "./standard-schema.ts";
import { withinMs } from "./within-ms.ts";

type Caller = { source: string };
type ReplyBody = Record<string, unknown>;

export type HumanStep = {
  /** Undefined: no step is needed now. */
  link: (body: ReplyBody) => { url: string; message: string; state: string } | undefined;
  /** The reply after the client has shown the link, from the state that the client sent back. */
  resume: (state: string, now: Date) => Promise<ReplyBody>;
};

export type McpTool = { name: string; register: (server: McpServer, caller: Caller) => void };

/** Two attempts of the store, below the endpoint's deadline: a batch may have more calls. */
const DEADLINE_MS = 6_000;
const TOO_SLOW = "The service did not answer in time. The operation may still complete.";

export function mcpTool<O extends Operation & { tool: Tool }, Loaded>(
  op: O,
  loadSteps: () => Promise<Steps<O, Loaded>>,
  step?: HumanStep,
): McpTool {
  const { name, title, description, hints: annotations } = op.tool;
  // All successful replies of an operation have one shape.
  const [reply] = Object.values(op.replies) as [Reply];
  const inputSchema = listedSchema<unknown>(() => toolSchema(argumentsOf(op), "input"));
  const outputSchema = listedSchema<unknown>(() => toolSchema(reply.schema, "output"));
  const perform = async (
    args: unknown,
    { source }: Caller,
  ): Promise<{ body: ReplyBody; about: string | undefined }> => {
    const input = readArguments(op, args);
    const { statusCode, body = "null" } = await runSteps(op, await loadSteps(), {
      input,
      source,
      now: new Date(),
    });
    return { body: JSON.parse(body) as ReplyBody, about: aboutReply(op, statusCode) };
  };
  const call = async (args: unknown, caller: Caller, ctx: ServerContext) => {
    const state = ctx.mcpReq.inputResponses && ctx.mcpReq.requestState<string>();
    if (step && state) return success(await step.resume(state, new Date()));
    const { body, about } = await perform(args, caller);
    return (step && opensLinks(ctx) && elicited(step.link(body))) || success(body, about);
  };
  const config = { title, description, inputSchema, outputSchema, annotations };
  return {
    name,
    register: (server, caller) =>
      server.registerTool(name, config, (args, ctx) =>
        answered(op.name, async () => {
          const result = await withinMs(DEADLINE_MS, call(args, caller, ctx));
          if (result) return result;
          throw new Problem("service_unavailable", TOO_SLOW);
        }),
      ),
  };
}

/** What the status says over REST, such as that the object existed before. */
function aboutReply({ replies }: Operation, status: number | undefined): string | undefined {
  const variants: Reply[] = Object.values(replies);
  return variants.length > 1 ? variants.find((reply) => reply.status === status)?.description : undefined;
}

/** The reply for programs and, in the same words, for clients that pass on the text only. */
const success = (body: ReplyBody, about?: string | undefined): CallToolResult => ({
  content: [
    { type: "text", text: JSON.stringify(body) },
    ...(about === undefined ? [] : [{ type: "text" as const, text: about }]),
  ],
  structuredContent: body,
});

/** Some clients pass on the text only, so it is complete. Logged here: the status is 200. */
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
      countInStage(isPassing(error) ? "Unavailable" : "ToolFaults");
    }
    log(problem.code);
    return { isError: true, content: [{ type: "text", text: textOf(problem) }] };
  }
}

function textOf({ code, message, param }: Problem): string {
  const about = param ? `${code}, parameter ${param}` : code;
  return `${message} (${about}) More: ${docsUrl()}/errors#${code}`;
}

type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: { elicitation?: { url?: object } } };

/** Only the newest revision can ask within a call, and only some clients can open a link. */
const opensLinks = ({ mcpReq }: ServerContext): boolean =>
  (mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation?.url !== undefined;

/** After the client has handled the link, the call returns and gets the usual reply. */
const elicited = (link: ReturnType<HumanStep["link"]>): InputRequiredResult | undefined =>
  link &&
  inputRequired({
    inputRequests: { open: inputRequired.elicitUrl({ message: link.message, url: link.url }) },
    requestState: link.state,
  });

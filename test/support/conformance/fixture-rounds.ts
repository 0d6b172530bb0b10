import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";

export type State = { round: number; name?: string };

const done = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

/** Asks the person for one text. */
export const askText = (field: string) =>
  inputRequired.elicit({
    message: `What is your ${field}?`,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });

const askOk = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
});

const askModel = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 50,
  });

/** The person's text, or undefined without an accepted text. */
export function textGiven({ mcpReq }: ServerContext, key: string, field: string): string | undefined {
  const given = acceptedContent<Record<string, unknown>>(mcpReq.inputResponses, key)?.[field];
  return typeof given === "string" ? given : undefined;
}

const responseTo = ({ mcpReq }: ServerContext, key: string) =>
  mcpReq.inputResponses?.[key] as { content?: { text?: string }; roots?: unknown[] } | undefined;

/**
 * Tools that request input before they answer: one input, several, several rounds, and with their own state.
 */
export function registerRounds(server: McpServer, states: RequestStateCodec<State>): void {
  const tool = (name: string, answer: (ctx: ServerContext) => unknown) =>
    server.registerTool(name, { description: name }, (ctx) => answer(ctx) as CallToolResult);
  const ask = async (inputRequests: InputRequests, state?: State) =>
    inputRequired({ inputRequests, ...(state && { requestState: await states.mint(state) }) });

  tool("test_missing_capability", () => ask({ answer: askModel("Say pong") }));

  tool("test_input_required_result_elicitation", (ctx) => {
    const name = textGiven(ctx, "user_name", "name");
    return name ? done(`Hello, ${name}!`) : ask({ user_name: askText("name") });
  });
  tool("test_input_required_result_sampling", (ctx) => {
    const answer = responseTo(ctx, "capital_question");
    return answer
      ? done(`Sampling response: ${answer.content?.text}`)
      : ask({ capital_question: askModel("What is the capital of France?") });
  });
  tool("test_input_required_result_list_roots", (ctx) => {
    const roots = responseTo(ctx, "client_roots")?.roots;
    return roots ? done(`${roots.length} roots`) : ask({ client_roots: inputRequired.listRoots() });
  });

  for (const name of ["request_state", "tampered_state"]) {
    tool(`test_input_required_result_${name}`, (ctx) =>
      ctx.mcpReq.requestState() && acceptedContent(ctx.mcpReq.inputResponses, "confirm")
        ? done("state-ok: integrity-ok")
        : ask({ confirm: askOk }, { round: 1 }),
    );
  }

  const three = {
    user_name: askText("name"),
    greeting: askModel("Greet"),
    client_roots: inputRequired.listRoots(),
  };
  tool("test_input_required_result_multiple_inputs", (ctx) => {
    const [name, greeting] = [
      textGiven(ctx, "user_name", "name"),
      responseTo(ctx, "greeting")?.content?.text,
    ];
    const roots = responseTo(ctx, "client_roots")?.roots;
    return name && greeting && roots
      ? done(`${greeting} ${name}, ${roots.length} roots`)
      : ask(three, { round: 1 });
  });

  tool("test_input_required_result_multi_round", (ctx) => {
    const { round, name = textGiven(ctx, "step1", "name") ?? "" } = ctx.mcpReq.requestState<State>() ?? {
      round: 0,
    };
    if (round === 0) return ask({ step1: askText("name") }, { round: 1 });
    if (round === 1) return ask({ step2: askText("color") }, { round: 2, name });
    return done(`Multi-round complete: ${name} likes ${textGiven(ctx, "step2", "color")}`);
  });

  tool("test_input_required_result_capabilities", (ctx) => {
    if (ctx.mcpReq.inputResponses) return done("Only inputs that the client supports were requested");
    const envelope = ctx.mcpReq.envelope as Record<string, Record<string, object>> | undefined;
    const can = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
    return ask({
      ...(can.elicitation && { user_name: three.user_name }),
      ...(can.sampling && { greeting: three.greeting }),
      ...(can.roots && { client_roots: three.client_roots }),
    } as InputRequests);
  });
}

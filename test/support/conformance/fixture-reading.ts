import {
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { listedSchema } from "../../../shared/http/mcp/standard-schema.ts";
import { PNG } from "./fixture-contents.ts";
import { askText, textGiven } from "./fixture-rounds.ts";

export function registerResources(server: McpServer): void {
  const text = "This is the content of the static text resource.";
  const plain = { mimeType: "text/plain" };
  server.registerResource("static-text", "test://static-text", plain, ({ href }) => ({
    contents: [{ uri: href, text, ...plain }],
  }));
  const png = { mimeType: "image/png" };
  server.registerResource("static-binary", "test://static-binary", png, ({ href }) => ({
    contents: [{ uri: href, blob: PNG, ...png }],
  }));
  const json = { mimeType: "application/json" };
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, json, ({ href }, { id }) => ({
    contents: [{ uri: href, text: JSON.stringify({ id, data: `Data for ID: ${id}` }), ...json }],
  }));
}

const user = (content: object) => ({ role: "user", content }) as never;
const described = { description: "For the suite" };
const words = (text: string) => user({ type: "text", text });

export function registerPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", described, () => ({
    messages: [words("This is a simple prompt for testing.")],
  }));
  const two = required("arg1", "arg2");
  server.registerPrompt(
    "test_prompt_with_arguments",
    { ...described, argsSchema: two },
    ({ arg1, arg2 }) => ({ messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { ...described, argsSchema: required("resourceUri") },
    ({ resourceUri }) => ({
      messages: [
        user({
          type: "resource",
          resource: {
            uri: resourceUri,
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        }),
        words("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", described, () => ({
    messages: [
      user({ type: "image", data: PNG, mimeType: "image/png" }),
      words("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", described, (ctx: ServerContext) => {
    const context = textGiven(ctx, "user_context", "context");
    if (context) return { messages: [words(`Use the following context: ${context}`)] };
    return inputRequired({ inputRequests: { user_context: askText("context") } }) as never;
  });
}

const required = <Name extends string>(...names: Name[]) =>
  listedSchema<Record<Name, string>>(() => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  }));

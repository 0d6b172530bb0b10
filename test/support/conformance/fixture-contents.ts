import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
} from "@modelcontextprotocol/server";

type Content = CallToolResult["content"][number];

/** A red pixel, and a sound without samples. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string): Content => ({ type: "text", text: words });
const image: Content = { type: "image", data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, words: string): Content => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

/** Tools with constant results, with the names and contents that the suite expects. */
const contents: Record<string, Content[]> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }],
  test_embedded_resource: [
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [text("A result, and no request of the server's own.")],
};

export function registerContents(server: McpServer): void {
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: name }, () => ({ content }));
  }
  server.registerTool("test_error_handling", { description: "Fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(
    "test_logging_tool",
    { description: "Logs, where the request asks for it" },
    async (ctx) => {
      await ctx.mcpReq.log("info", "Only a client that set a log level gets this");
      return { content: [text("logged")] };
    },
  );
  server.registerTool("test_tool_with_progress", { description: "Reports its progress" }, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken ?? "", progress, total: 100 };
      await ctx.mcpReq.notify({ method: "notifications/progress", params });
    }
    return { content: [text(String(progressToken ?? "no progress token"))] };
  });
  server.registerTool(
    "test_x_mcp_header",
    { description: "Has an argument that a header repeats", inputSchema: headerSchema },
    ({ region = "none" }) => ({ content: [text(`region=${region}`)] }),
  );
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "Has the words of JSON Schema 2020-12", inputSchema: wordySchema },
    (args) => ({ content: [text(JSON.stringify(args))] }),
  );
}

const headerSchema = fromJsonSchema<{ region?: string; level?: number }>({
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": "Region" }, level: { type: "integer" } },
} as JsonSchemaType);

const wordySchema = fromJsonSchema({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
});

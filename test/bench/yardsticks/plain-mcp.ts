import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod";
import { count, note } from "./common.ts";

const text = z.string();
const filing_status = z.enum(["single", "head_of_household", "married_joint", "married_separate"]);
const platforms = z.array(text).max(20).optional();
const person = { email: z.email().max(254), name: text.min(1).max(100).optional() };
const company = { company: text, email: z.email(), website: z.url().optional() };
const estimate = { eligible: z.boolean(), contribution_limit: z.number(), tax_year: z.int() };

/** What each of our five tools takes and returns. */
const TOOLS: readonly (readonly [name: string, input: z.ZodRawShape, output: z.ZodRawShape])[] = [
  ["get_product_info", {}, { product: text }],
  ["check_roth_eligibility", { filing_status, magi: z.number().min(0) }, estimate],
  ["start_signup", { ...person, platforms, partner_id: text.optional() }, { signup_id: text, link: z.url() }],
  ["get_signup_status", { signup_id: text }, { signup_id: text, status: text }],
  ["register_partner", company, { partner_id: text }],
];

/** The same tools, written as the SDK's own guide shows, with a store client and a logger. */
const handleMcp = createMcpHandler(() => {
  const server = new McpServer({ name: "plain-mcp", version: "1.0.0" });
  for (const [name, input, output] of TOOLS) {
    const schemas = { inputSchema: z.strictObject(input), outputSchema: z.object(output) };
    server.registerTool(name, schemas, () => ({ content: [] }));
  }
  return server;
});

export const handler = async ({ headers, body, requestContext }: APIGatewayProxyEventV2) => {
  const { method, path } = requestContext.http;
  const init = { method, headers: headers as Record<string, string>, ...(body && { body }) };
  // Our server counts each request of an address, too.
  await count("LIMIT", "1");
  const response = await handleMcp.fetch(new Request(`https://example.com${path}`, init));
  note("Called");
  const answered = Object.fromEntries(response.headers);
  return { statusCode: response.status, headers: answered, body: await response.text() };
};

import { randomUUID } from "node:crypto";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod";
import { count, note, save, TableName, table } from "./common.ts";

const answer = (structuredContent: Record<string, unknown>) => {
  note("ToolCalled");
  return { content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }], structuredContent };
};

async function signUp(kind: string, id: string): Promise<void> {
  await count("LIMIT", "1");
  await save(kind, id, {});
}

/** The same five tools, written as the SDK's own guide shows, with a store client and a logger. */
const handleMcp = createMcpHandler(() => {
  const server = new McpServer({ name: "plain-mcp", version: "1.0.0" });
  const product = { inputSchema: z.strictObject({}), outputSchema: z.object({ product: z.string() }) };
  server.registerTool("get_product_info", product, () => answer({ product: "Portable Roth IRA" }));
  const eligibility = {
    inputSchema: z.strictObject({
      filing_status: z.enum(["single", "head_of_household", "married_joint", "married_separate"]),
      magi: z.number().min(0),
    }),
    outputSchema: z.object({ eligible: z.boolean(), contribution_limit: z.number(), tax_year: z.int() }),
  };
  server.registerTool("check_roth_eligibility", eligibility, ({ magi }) =>
    answer({ eligible: magi < 168_000, contribution_limit: 7_500, tax_year: 2026 }),
  );
  const signup = {
    inputSchema: z.strictObject({
      email: z.email().max(254),
      name: z.string().min(1).max(100).optional(),
      platforms: z.array(z.string()).max(20).optional(),
      partner_id: z.string().optional(),
      sandbox: z.boolean().optional(),
    }),
    outputSchema: z.object({ signup_id: z.string(), status: z.string(), signup_url: z.url() }),
  };
  server.registerTool("start_signup", signup, async () => {
    const signup_id = randomUUID();
    await signUp("SIGNUP", signup_id);
    return answer({ signup_id, status: "initiated", signup_url: `https://example.com/${signup_id}` });
  });
  const status = {
    inputSchema: z.strictObject({ signup_id: z.string() }),
    outputSchema: z.object({ signup_id: z.string(), status: z.string() }),
  };
  server.registerTool("get_signup_status", status, async ({ signup_id }) => {
    await table.send(new GetCommand({ TableName, Key: { pk: `SIGNUP#${signup_id}`, sk: "SIGNUP" } }));
    return answer({ signup_id, status: "initiated" });
  });
  const partner = {
    inputSchema: z.strictObject({ company: z.string(), email: z.email(), website: z.url().optional() }),
    outputSchema: z.object({ partner_id: z.string() }),
  };
  server.registerTool("register_partner", partner, async () => {
    await signUp("PARTNER", "partner");
    return answer({ partner_id: "acme-fleet" });
  });
  return server;
});

export const handler = async ({ headers, body, requestContext }: APIGatewayProxyEventV2) => {
  const { method, path } = requestContext.http;
  const request = new Request(`https://example.com${path}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body && { body }),
  });
  // Our server counts each request of an address, too.
  await count("LIMIT", "1");
  const response = await handleMcp.fetch(request);
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
};

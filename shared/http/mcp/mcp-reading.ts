import type { McpServer } from "@modelcontextprotocol/server";
import { getAgentOpenapiOperation } from "../../contract/agent/get-agent-openapi.ts";
import { getProductInfoOperation } from "../../contract/agent/get-product-info.ts";
import type { JsonSchema } from "../../contract/openapi/tool-schema.ts";
import { brand } from "../../domain/brand/brand.ts";
import { rothLimits } from "../../domain/tax/eligibility.ts";
import { FilingStatus } from "../../domain/tax/years/filing-status.ts";
import { baseUrl } from "../serve/responses.ts";
import { runSteps, type Steps } from "../serve/serve.ts";
import { listedSchema } from "./standard-schema.ts";

type Reading = { name: string; uri: string; title: string; mimeType: string; read: () => Promise<string> };

export type ProductSteps = Steps<typeof getProductInfoOperation>;

/** The MCP resources. `product` and `openapi` have the same URI and content as over REST. */
const readings = (productSteps: ProductSteps, now: Date): readonly Reading[] => [
  {
    name: "product",
    uri: baseUrl() + getProductInfoOperation.path,
    title: "Product information",
    mimeType: "application/json",
    read: async () => {
      const call = { input: { params: undefined, query: undefined, body: undefined }, source: "" };
      return (await runSteps(getProductInfoOperation, productSteps, { ...call, now: new Date() })).body ?? "";
    },
  },
  {
    name: "roth-rules",
    uri: `${brand.serviceSlug}://roth-rules/${rothLimits(now).year}`,
    title: `Roth IRA rules for ${rothLimits(now).year}, with sources`,
    mimeType: "text/markdown",
    read: async () => (await import("./roth-rules.ts")).rothRules(now),
  },
  {
    name: "openapi",
    uri: baseUrl() + getAgentOpenapiOperation.path,
    title: "OpenAPI document of the Agent API",
    mimeType: "application/json",
    read: async () => (await import("./agent-openapi.ts")).agentOpenapi(),
  },
];

export function registerReadings(server: McpServer, productSteps: ProductSteps, now: Date): void {
  for (const { name, uri, title, mimeType, read } of readings(productSteps, now)) {
    server.registerResource(name, uri, { title, mimeType }, async () => ({
      contents: [{ uri, mimeType, text: await read() }],
    }));
  }
}

const said = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

/** Prompts that people pick from a menu. The text is sent in the person's name, so it asks politely. */
export function registerPrompts(server: McpServer, now: Date): void {
  const { year } = rothLimits(now);
  server.registerPrompt(
    "check_roth_eligibility",
    {
      title: "Check my Roth IRA limit",
      description: `Asks how much you can contribute for ${year}.`,
      argsSchema: texts({
        filing_status: `One of ${Object.keys(FilingStatus.def.entries).join(", ")}.`,
        magi: "Modified adjusted gross income in USD.",
      }),
    },
    ({ filing_status, magi }) =>
      said(
        `How much can I contribute to a Roth IRA for ${year}?${filing_status ? ` My filing status is ${filing_status}.` : ""}${magi ? ` My modified adjusted gross income is about $${magi}.` : ""} Please show me the disclaimer too.`,
      ),
  );
  server.registerPrompt(
    "start_signup",
    {
      title: `Start a ${brand.productName} signup`,
      description: "Asks to start a signup, which you then confirm by email.",
      argsSchema: texts({ email: "The email address for the confirmation link." }),
    },
    ({ email }) =>
      said(
        `I'd like to sign up for a ${brand.productName}.${email ? ` My email is ${email}.` : ""} Please show me the disclosures and explain what I need to do myself.`,
      ),
  );
}

/** A schema of optional text arguments, the only kind that prompts have. */
const texts = <Name extends string>(descriptions: Record<Name, string>) =>
  listedSchema<Partial<Record<Name, string>>>(
    (): JsonSchema => ({
      type: "object",
      properties: Object.fromEntries(
        Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]),
      ),
    }),
  );

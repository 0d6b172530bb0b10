import type { McpServer } from "@modelcontextprotocol/server";
import { getAgentOpenapiOperation } from "../../contract/agent/get-agent-openapi.ts";
import { getProductInfoOperation } from "../../contract/agent/get-product-info.ts";
import type { JsonSchema } from "../../contract/openapi/tool-schema.ts";
import { brand } from "../../domain/brand.ts";
import { FilingStatus } from "../../domain/tax/eligibility.ts";
import { taxYear2026 } from "../../domain/tax/tax-year-2026.ts";
import { baseUrl } from "../serve/responses.ts";
import { type Story, tell } from "../serve/serve.ts";
import { listedSchema } from "./standard-schema.ts";

type Reading = { name: string; uri: string; title: string; mimeType: string; read: () => Promise<string> };

const { year } = taxYear2026;

export type ProductStory = Story<typeof getProductInfoOperation>;

/** What is worth reading before, or instead of, a call. The two that REST has too say the same under the same address. */
const readings = (productStory: ProductStory): readonly Reading[] => [
  {
    name: "product",
    uri: baseUrl() + getProductInfoOperation.path,
    title: "Product facts",
    mimeType: "application/json",
    read: async () => {
      const asked = { input: { params: undefined, query: undefined, body: undefined }, source: "" };
      return (await tell(getProductInfoOperation, productStory, { ...asked, now: new Date() })).body ?? "";
    },
  },
  {
    name: "roth-rules",
    uri: `${brand.serviceSlug}://roth-rules/${year}`,
    title: `Roth IRA rules of ${year}, with sources`,
    mimeType: "text/markdown",
    read: async () => (await import("./roth-rules.ts")).rothRules(),
  },
  {
    name: "openapi",
    uri: baseUrl() + getAgentOpenapiOperation.path,
    title: "OpenAPI description of the same service over REST",
    mimeType: "application/json",
    read: agentDocument,
  },
];

/** Loaded when it is read: printing takes longer than any call. */
async function agentDocument(): Promise<string> {
  const [{ openapi }, { agentApi, agentDescription }] = await Promise.all([
    import("../../contract/openapi/openapi.ts"),
    import("../../contract/agent-api.ts"),
  ]);
  return JSON.stringify(openapi(agentApi, agentDescription, baseUrl()));
}

export function registerReadings(server: McpServer, productStory: ProductStory): void {
  for (const { name, uri, title, mimeType, read } of readings(productStory)) {
    server.registerResource(name, uri, { title, mimeType }, async () => ({
      contents: [{ uri, mimeType, text: await read() }],
    }));
  }
}

const said = (text: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
});

/** What people pick from a menu. The words become the person's own, so they ask and never command. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    "check_eligibility",
    {
      title: "Check my Roth IRA limit",
      description: `Asks how much may be contributed in ${year}.`,
      argsSchema: texts({
        filing_status: `One of ${Object.keys(FilingStatus.def.entries).join(", ")}.`,
        magi: "Modified adjusted gross income in USD.",
      }),
    },
    ({ filing_status, magi }) =>
      said(
        `How much may I contribute to a Roth IRA in ${year}?${filing_status ? ` My filing status is ${filing_status}.` : ""}${magi ? ` My modified adjusted gross income is about $${magi}.` : ""} Please show me the disclaimer too.`,
      ),
  );
  server.registerPrompt(
    "open_account",
    {
      title: `Start a ${brand.productName} signup`,
      description: "Asks to start a signup, which the person then confirms by mail.",
      argsSchema: texts({ email: "Where to mail the confirmation link." }),
    },
    ({ email }) =>
      said(
        `I would like to sign up for a ${brand.productName}.${email ? ` My email address is ${email}.` : ""} Please show me the disclosures, and tell me what I have to do myself.`,
      ),
  );
}

/** Optional text arguments, as prompts have them. */
const texts = <Name extends string>(descriptions: Record<Name, string>) =>
  listedSchema<Partial<Record<Name, string>>>(
    (): JsonSchema => ({
      type: "object",
      properties: Object.fromEntries(
        Object.entries(descriptions).map(([name, description]) => [name, { type: "string", description }]),
      ),
    }),
  );

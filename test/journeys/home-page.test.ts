import { describe, expect, test } from "@jest/globals";
import { brand, featureText } from "../../shared/domain/brand/brand.ts";
import { eligibilityDisclaimer } from "../../shared/domain/tax/eligibility.ts";
import { missingFrom } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const ask = (filing_status: string, magi: string) =>
  cloud.call(`/?${new URLSearchParams({ filing_status, magi })}`);

describe("the eligibility checker, without JavaScript", () => {
  test.each([
    ["single", "60000", "$60,000, you can contribute up to $7,500", "← You: $60,000"],
    ["single", "$160,500", "$160,500, you can contribute up to $3,750", "You: $160,500"],
    ["married_joint", "251000.50", "$251,000.50, you can contribute up to $750", "You: $251,000.50"],
    ["head_of_household", "168000", "$168,000, you can't contribute", "You: $168,000"],
    ["married_separate", "1,000,000", "$1,000,000, you can't contribute", "You: $1,000,000 →"],
  ])("%s with an income of %s shows the outcome", async (filingStatus, magi, sentence, label) => {
    const reply = await ask(filingStatus, magi);
    expect([reply.status, reply.headers["cache-control"]]).toEqual([200, "no-store"]);
    const page = pageOf(reply);
    const [before, outcome, ...others] = page.says("status").split("With an income of ");
    expect([before, outcome, others]).toEqual(["", expect.stringContaining(sentence), []]);
    const [chart] = page.elements('[role="img"]');
    expect([chart?.getAttribute("aria-labelledby"), chart?.text]).toEqual([
      "chart-title",
      expect.stringContaining(label),
    ]);
    expect(page.form("Check my limit").value("filing_status")).toBe(filingStatus);
  });

  const disclaimer = eligibilityDisclaimer(2026)
    .replace("`married_separate`", "“Married filing separately (lived with spouse)”")
    .replace("`single`", "“Single”");

  test.each(["/", "/?filing_status=single&magi=1", "/?magi=x"])(
    "shows the disclaimer on %s, with the form's names of the filing statuses",
    async (path) => {
      expect(pageOf(await cloud.call(path)).text).toContain(disclaimer);
    },
  );

  test.each([
    ["", "60000", ["filing_status"]],
    ["single", "", ["magi"]],
    ["single", "-1", ["magi"]],
    ["single", "160500,50", ["magi"]],
    ["widowed", "1e5", ["filing_status", "magi"]],
  ])("mistakes in '%s' and '%s' are named", async (filingStatus, magi, faulty) => {
    const reply = await ask(filingStatus, magi);
    expect([reply.status, reply.headers["cache-control"]]).toEqual([400, "no-store"]);
    const { mistakes } = pageOf(reply).form("Check my limit");
    expect(mistakes).toEqual(Object.fromEntries(faulty.map((name) => [name, expect.stringMatching(/\.$/)])));
    expect(pageOf(reply).says("status")).not.toContain("With an income of");
  });

  test("hostile input is shown again as text", async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const reply = await ask(hostile, hostile);
    expect([reply.status, pageOf(reply).form("Check my limit").value("magi")]).toEqual([400, hostile]);
    expect(reply.text).not.toMatch(/<script>alert|<img/);
  });
});

const TIERS = {
  "/": "en",
  "/?lang=es": "es",
  "/llms.txt": "en",
  "/api/agent/product": "en",
  MCP: "en",
} as const;

test.each(Object.entries(TIERS))(
  "%s shows every tier with its features and their states",
  async (where, language) => {
    const isTool = where === "MCP";
    const tool = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_product_info", arguments: {} },
    };
    const { text } = pageOf(isTool ? await cloud.post("/api/mcp", tool) : await cloud.call(where));
    for (const { name, price_usd_per_month, features } of brand.pricing) {
      if (where === "/") expect(text).toContain(`$${price_usd_per_month} a month`);
      const words = features.map((feature) => featureText(feature, language));
      expect(missingFrom(text, name, ...words)).toEqual([]);
    }
    expect(text).not.toContain("[object");
  },
);

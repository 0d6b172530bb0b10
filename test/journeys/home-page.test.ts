import { describe, expect, test } from "@jest/globals";
import { brand, featureText } from "../../shared/domain/brand/brand.ts";
import { eligibilityDisclaimer } from "../../shared/domain/tax/eligibility.ts";
import { textOf } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const ask = (filing_status: string, magi: string) =>
  cloud.call(`/?${new URLSearchParams({ filing_status, magi })}`);

/** The text of the outcome's element, or undefined when it is hidden. */
const outcome = (html: string, name: string) => {
  const [, attributes = "", inner = ""] =
    new RegExp(`<p class="outcome"( data-outcome="${name}"[^>]*)>(.*?)</p>`, "s").exec(html) ?? [];
  return attributes.includes("hidden") ? undefined : textOf(inner).replace(/\s+/g, " ");
};

describe("the eligibility checker, without JavaScript", () => {
  test.each([
    ["single", "60000", "full", "$60,000, you can contribute up to $7,500", "← You: $60,000"],
    ["single", "$160,500", "reduced", "$160,500, you can contribute up to $3,750", "You: $160,500"],
    [
      "married_joint",
      "251000.50",
      "reduced",
      "$251,000.50, you can contribute up to $750",
      "You: $251,000.50",
    ],
    ["head_of_household", "168000", "none", "$168,000, you can't contribute", "You: $168,000"],
    ["married_separate", "1,000,000", "none", "$1,000,000, you can't contribute", "You: $1,000,000 →"],
  ])("%s with an income of %s shows the outcome", async (filingStatus, magi, name, sentence, label) => {
    const { status, headers, text } = await ask(filingStatus, magi);
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    for (const each of ["full", "reduced", "none"])
      expect(outcome(text, each)).toEqual(
        each === name ? expect.stringContaining(`With an income of ${sentence}`) : undefined,
      );
    expect(text).toContain(`<tspan data-text="you">${label}</tspan>`);
    expect(text).toMatch(/<svg[^>]*role="img" aria-labelledby="chart-title" aria-describedby="chart-desc"/);
    expect(text).toMatch(new RegExp(`<option (selected )?value="${filingStatus}"( selected)?>`));
  });

  const disclaimer = eligibilityDisclaimer(2026)
    .replace("`married_separate`", "“Married filing separately (lived with spouse)”")
    .replace("`single`", "“Single”");

  test.each(["/", "/?filing_status=single&magi=1", "/?magi=x"])(
    "shows the disclaimer on %s, with the form's names of the filing statuses",
    async (path) => {
      expect(textOf((await cloud.call(path)).text)).toContain(disclaimer);
    },
  );

  test.each([
    ["", "60000", ["filing_status"]],
    ["single", "", ["magi"]],
    ["single", "-1", ["magi"]],
    ["single", "160500,50", ["magi"]],
    ["widowed", "1e5", ["filing_status", "magi"]],
  ])("mistakes in '%s' and '%s' are named", async (filingStatus, magi, faulty) => {
    const { status, headers, text } = await ask(filingStatus, magi);
    expect([status, headers["cache-control"]]).toEqual([400, "no-store"]);
    const named = [...text.matchAll(/class="mistake" id="(\w+)-mistake"/g)].map(([, name]) => name);
    expect(named).toEqual(faulty);
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(faulty.length);
    expect(outcome(text, "full")).toBeUndefined();
  });

  test("hostile input is shown again as text", async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const { status, text } = await ask(hostile, hostile);
    expect(status).toBe(400);
    expect(text).not.toMatch(/<script>alert|<img/);
    expect(text).toContain("&quot;>&lt;script>alert(1)");
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
    const text = textOf((isTool ? await cloud.post("/api/mcp", tool) : await cloud.call(where)).text);
    for (const { name, price_usd_per_month, features } of brand.pricing) {
      if (where === "/") expect(text).toContain(`$${price_usd_per_month} a month`);
      for (const said of [name, ...features.map((feature) => featureText(feature, language))])
        expect(text).toContain(said);
    }
    expect(text).not.toContain("[object");
  },
);

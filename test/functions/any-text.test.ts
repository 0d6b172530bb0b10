import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Name, post } from "./agent-posts.ts";

describe("any text is accepted or refused, and never causes a fault:", () => {
  const anything = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)),
  });
  const nasty = fc.constantFrom(
    "\0",
    "\n",
    "\r\nBcc: a@b.example",
    "\u0085",
    "\u2028",
    "\ud800",
    "\udc00a",
    "🚲",
  );
  const value = fc.oneof(
    anything,
    fc.tuple(fc.string(), nasty, fc.string()).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme" }),
  );
  const email = "text@example.com";
  const fields: [Name, string, (text: string) => object][] = [
    ["start-signup", "email", (text) => ({ email: text })],
    ["start-signup", "name", (name) => ({ email, name })],
    ["start-signup", "agent.name", (name) => ({ email, agent: { name } })],
    ["start-signup", "agent.client", (client) => ({ email, agent: { client } })],
    ["start-signup", "agent.version", (version) => ({ email, agent: { version } })],
    ["start-signup", "platforms[0]", (platform) => ({ email, platforms: [platform] })],
    ["start-signup", "partner_id", (partner_id) => ({ email, partner_id })],
    ["register-partner", "company", (company) => ({ email, company })],
    ["register-partner", "website", (website) => ({ email, company: "Text Taxis", website })],
    ["join-waitlist", "name", (name) => ({ email, name })],
    ["join-waitlist", "platforms", (platforms) => ({ email, platforms })],
  ];

  test.each(fields)("%s, `%s`", async (name, param, bodyOf) => {
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { status, json } = await post(name, bodyOf(text));
        expect(status).toBeLessThan(500);
        if (!text.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(text.trim())) {
          expect([status, json.error.param]).toEqual([400, param]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("a refusal's message says what is wrong", async () => {
    const { json } = await post("start-signup", { email, name: "Ana\nBcc: everybody@example.com" });
    expect(json.error).toMatchObject({
      code: "parameter_invalid",
      message: "`name` must be one line of text without control characters.",
    });
  });
});

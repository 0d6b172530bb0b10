import { describe, expect, test } from "@jest/globals";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

process.env.BASE_URL = "https://api.example.com";
process.env.WRITE_ORIGINS = JSON.stringify(["https://listed.example"]);
const guard = await import("../../shared/http/guard/foreign-page.ts");

const isKnown = async (origin: string) => origin === "https://partner.example";
const judged = (headers: Record<string, string>) =>
  guard.refuseForeignPage(gatewayEvent("POST", { headers }), isKnown).then(
    () => "passes",
    ({ code }) => code,
  );

describe("a live request", () => {
  test.each([
    ["of a program", {}],
    ["of our own page", { origin: "https://api.example.com" }],
    ["of our own page at the gateway's address", { origin: "https://localhost" }],
    ["of a form of our page, which sends no referrer", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["of an assistant's page", { origin: "https://claude.ai" }],
    ["of a page that the stage lists", { origin: "https://listed.example" }],
    ["of a known page", { origin: "https://partner.example" }],
  ])("%s passes", async (_, headers) => expect(await judged(headers)).toBe("passes"));

  test.each([
    "https://evil.example",
    "http://api.example.com",
    "https://api.example.com:8443",
    "https://api.example.com.evil.example",
    "https://sub.listed.example",
    "http://claude.ai",
    "null",
    "",
  ])("of a page of the origin %j is refused", async (origin) => {
    for (const site of ["cross-site", "same-site", "none"])
      expect(await judged({ origin, "sec-fetch-site": site })).toBe("origin_not_allowed");
    expect(await judged({ origin })).toBe("origin_not_allowed");
  });
});

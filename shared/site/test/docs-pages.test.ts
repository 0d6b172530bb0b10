import { afterEach, describe, expect, test } from "@jest/globals";
import * as z from "zod/mini";
import { brand } from "../../domain/brand/brand.ts";
import { schedules } from "../../domain/webhook/delivery.ts";
import { PublicEndpoint } from "../../domain/webhook/public-endpoint.ts";
import { assistantsPage } from "../docs/docs-assistants.tsx";
import { type DocsPage, docsResult } from "../docs/docs-shell.tsx";
import { webhooksPage } from "../docs/docs-webhooks.tsx";
import { endpointWords } from "../../words/en/developer-mail.ts";

process.env.BASE_URL = "https://api.example.com";

/** The page's text as a reader sees it. */
const textOf = (page: DocsPage) =>
  String(docsResult(page).body)
    .replace(/<script>.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

test("the pages and the email start a replay before the oldest event that can still be retried", () => {
  // A receiver's Retry-After can double each wait.
  const hours = (2 * schedules.live.reduce((sum, seconds) => sum + seconds, 0)) / 3_600;
  expect([hours > 5 * 24, hours < 6 * 24]).toEqual([true, true]);
  const of = { account_id: "acct_1", mode: "live", endpoint_id: "wh_1", reason: "failing" } as const;
  const failed = { event_id: "evt_1", reason: "refused: the receiver answered 500" };
  const { lines } = endpointWords({ mail: "endpoint_disabled", failed, ...of });
  expect(lines.join(" ")).toContain("event evt_1. It was refused: the receiver answered 500.");
  expect(lines.join(" ")).toContain("six days before failing_since");
  expect(textOf(webhooksPage())).toContain("Replay from six days before that time");
  const { description } = z.globalRegistry.get(PublicEndpoint.shape.failing_since) ?? {};
  expect(description).toContain("Start a replay six days before it.");
});

describe("the npm package", () => {
  const { npmPackageIsPublished } = brand;
  afterEach(() => {
    Object.assign(brand, { npmPackageIsPublished });
  });

  test("no page names the npm package before it is published, and the stdio proxy starts from its packed file", () => {
    Object.assign(brand, { npmPackageIsPublished: false });
    expect(textOf(webhooksPage())).not.toMatch(/npm package|portable-roth\//);
    const assistants = textOf(assistantsPage());
    expect(assistants).not.toContain("npx");
    expect(assistants).toMatch(
      /in the TypeScript package of the libraries, at node_modules\/portable-roth\/cli\.mjs once installed/,
    );
    expect(assistants).toMatch(
      /"command": "node", "args": \[ "PATH_TO\/node_modules\/portable-roth\/cli\.mjs", "mcp"/,
    );
  });

  test("both pages offer the npm package once it is published", () => {
    Object.assign(brand, { npmPackageIsPublished: true });
    expect(textOf(webhooksPage())).toContain(`The npm package ${brand.npmPackage} has a verifier`);
    const assistants = textOf(assistantsPage());
    expect(assistants).not.toContain("npm run package");
    expect(assistants).toMatch(/"command": "npx", "args": \[ "-y", "portable-roth", "mcp"/);
  });
});

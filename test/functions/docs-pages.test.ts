import { afterEach, describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand.ts";
import { EventEnvelope } from "../../shared/domain/event/event.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import type { Result } from "../../shared/http/serve/responses.ts";
import { assistantsPage } from "../../shared/pages/docs/docs-assistants.tsx";
import { platformQuickStartPage } from "../../shared/pages/docs/docs-platform.tsx";
import { webhooksPage } from "../../shared/pages/docs/docs-webhooks.tsx";

process.env.BASE_URL = "https://api.example.com";

/** What a person reads of a page. */
const textOf = ({ body = "" }: Result) =>
  body
    .replace(/<script>.*?<\/script>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

describe("the documentation", () => {
  test("tells the one exception to an answer that is repeated byte for byte", () => {
    expect(textOf(platformQuickStartPage())).toMatch(
      /byte for byte.*Only the secret of a webhook endpoint is left out when its registration or its rotation is repeated/,
    );
  });

  test("shows a delivery as it is sent, with all of its data", () => {
    const shown = /\{"id":"evt_.*?\}\}(?=Copy)/.exec(textOf(webhooksPage()))?.[0] ?? "";
    const { type, data } = EventEnvelope.parse(JSON.parse(shown));
    expect(type).toBe("payment.completed");
    expect(data).toEqual(catalogue["payment.completed"].example);
  });

  test("says of events that they name no people, but for what partners write themselves", () => {
    expect(textOf(webhooksPage())).toMatch(
      /no people.*A payout's description and metadata come as you wrote them/,
    );
  });
});

describe("the npm package", () => {
  const { npmPackageIsPublished } = brand;
  afterEach(() => {
    Object.assign(brand, { npmPackageIsPublished });
  });

  test("is spoken of nowhere while it is not published, and the relay is started from where it was packed", () => {
    Object.assign(brand, { npmPackageIsPublished: false });
    expect(textOf(webhooksPage())).not.toMatch(/npm package|portable-roth\//);
    const assistants = textOf(assistantsPage());
    expect(assistants).not.toContain("npx");
    expect(assistants).toMatch(/npm run package writes it to dist\/package\/cli\.mjs, which needs/);
    expect(assistants).toMatch(/"command": "node", "args": \[ "PATH_TO\/dist\/package\/cli\.mjs", "mcp"/);
  });

  test("is what both pages offer once it is", () => {
    Object.assign(brand, { npmPackageIsPublished: true });
    expect(textOf(webhooksPage())).toContain(`The npm package ${brand.npmPackage} has a verifier`);
    const assistants = textOf(assistantsPage());
    expect(assistants).not.toContain("npm run package");
    expect(assistants).toMatch(/"command": "npx", "args": \[ "-y", "portable-roth", "mcp"/);
  });
});

import { describe, expect, test } from "@jest/globals";
import { platformQuickStartPage } from "../../functions/pages/docs-platform.tsx";
import { webhooksPage } from "../../functions/pages/docs-webhooks.tsx";
import { EventEnvelope } from "../../shared/domain/event.ts";
import { catalogue } from "../../shared/domain/event-catalogue.ts";
import type { Result } from "../../shared/http/responses.ts";

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

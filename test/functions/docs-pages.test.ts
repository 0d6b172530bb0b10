import { describe, expect, test } from "@jest/globals";
import { platformQuickStartPage } from "../../functions/pages/docs-platform.tsx";
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
});

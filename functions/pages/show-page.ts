import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { homePage } from "../../shared/pages/home/home-page.tsx";
import { thanksPage } from "../../shared/pages/home/thanks-page.tsx";
import { iconResult } from "../../shared/pages/layout/icons.ts";
import { plainAddress } from "../../shared/pages/layout/plain-address.ts";
import { missingPathPage, servePage } from "../../shared/pages/layout/serve-page.tsx";
import { previewImageResult, styleResult } from "../../shared/pages/layout/style.ts";
import { legalPage } from "../../shared/pages/legal/legal-page.tsx";

/** Pages that depend on their address and language only, and the shared stylesheet and images. */
export const handler = servePage("show-page", async ({ route, params, query, language, event, now }) => {
  const file = params.file ?? "";
  switch (route) {
    case "/":
      return homePage(query, language);
    case "/waitlist/thanks":
      return thanksPage(language);
    case "/assets/{file}":
      return styleResult(file) ?? previewImageResult(file) ?? iconResult(file) ?? missingPathPage(language);
    default:
      return legalPage(route, language) ?? plainAddress(event) ?? (await docsPage(event, now));
  }
});

/** Loaded on demand: unpacking the documentation would slow the home page down. */
async function docsPage(event: APIGatewayProxyEventV2, now: Date) {
  const { docsAnswer } = await import("../../shared/pages/docs/site/docs-answer.ts");
  return docsAnswer(event, now);
}

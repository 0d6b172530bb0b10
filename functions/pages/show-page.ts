import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Result } from "../../shared/http/serve/responses.ts";
import { keptDocuments } from "../../shared/http/serve/document.ts";
import { homePage, isPlainHome } from "../../shared/site/home/home-page.tsx";
import { thanksPage } from "../../shared/site/home/thanks-page.tsx";
import { iconResult } from "../../shared/pages/layout/icons.ts";
import { plainAddress } from "../../shared/pages/layout/plain-address.ts";
import { missingPathPage, servePage } from "../../shared/pages/layout/serve-page.tsx";
import { previewImageResult, styleResult } from "../../shared/pages/layout/style.ts";
import { isLegalPath, legalPage } from "../../shared/pages/legal/legal-page.tsx";

export const handler = servePage("show-page", async ({ route, params, query, language, event, now }) => {
  const still = (make: () => Result) => documents(`${route} ${language}`, "", make)(event);
  switch (route) {
    case "/":
      // The page names the limits of a year, so a page of the year before is not kept.
      return isPlainHome(query, language, now)
        ? documents(`/ ${language}`, String(now.getUTCFullYear()), () => homePage(query, language, now))(
            event,
          )
        : homePage(query, language, now);
    case "/waitlist/thanks":
      return still(() => thanksPage(language));
    case "/assets/{file}":
      return asset(params.file ?? "", event) ?? missingPathPage(language);
    default:
      if (isLegalPath(route)) return still(() => legalPage(route, language));
      return plainAddress(event) ?? (await docsPage(event, now));
  }
});

const documents = keptDocuments();

function asset(file: string, event: APIGatewayProxyEventV2): Result | undefined {
  const style = styleResult(file);
  // An old name has another answer than the present one. All old names have the same.
  if (style) return documents(`style ${style.headers["cache-control"]}`, "", () => style)(event);
  return previewImageResult(file) ?? iconResult(file);
}

/** Loaded on demand: unpacking the documentation would slow the home page down. */
async function docsPage(event: APIGatewayProxyEventV2, now: Date) {
  const { docsAnswer } = await import("../../shared/site/docs/docs-answer.ts");
  return docsAnswer(event, now);
}

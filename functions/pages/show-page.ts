import type { Language } from "../../shared/domain/language.ts";
import { homePage } from "../../shared/pages/home/home-page.tsx";
import { thanksPage } from "../../shared/pages/home/thanks-page.tsx";
import { iconResult } from "../../shared/pages/layout/icons.ts";
import { missingPathPage, servePage } from "../../shared/pages/layout/serve-page.tsx";
import { previewImageResult, styleResult } from "../../shared/pages/layout/style.ts";
import { legalPage } from "../../shared/pages/legal/legal-page.tsx";

/** Pages that depend on their address and language only, and the shared stylesheet and images. */
export const handler = servePage("show-page", async ({ route, params, query, language, now }) => {
  const file = params.file ?? "";
  switch (route) {
    case "/":
      return homePage(query, language);
    case "/waitlist/thanks":
      return thanksPage(language);
    case "/assets/{file}":
      return styleResult(file) ?? previewImageResult(file) ?? iconResult(file) ?? missingPathPage(language);
    default:
      return legalPage(route, language) ?? (await docsPage(params.page, language, now));
  }
});

/** Loaded on demand: generating the API reference would slow the home page down. */
async function docsPage(page: string | undefined, language: Language, now: Date) {
  const { docsPages } = await import("../../shared/pages/docs/docs-pages.tsx");
  const { withRequestValues } = await import("../../shared/pages/docs/docs-request.ts");
  const found = docsPages.get(page)?.();
  return found ? { ...found, body: withRequestValues(found.body ?? "", now) } : missingPathPage(language);
}

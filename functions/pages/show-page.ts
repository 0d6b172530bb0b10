import { homePage } from "../../shared/pages/home/home-page.tsx";
import { thanksPage } from "../../shared/pages/home/thanks-page.tsx";
import { iconResult } from "../../shared/pages/layout/icons.ts";
import { servePage, unknownLink } from "../../shared/pages/layout/serve-page.tsx";
import { styleResult } from "../../shared/pages/layout/style.ts";

/** Pages that depend on their address only, and the shared stylesheet and icons. */
export const handler = servePage("show-page", async ({ route, params, query }) => {
  switch (route) {
    case "/":
      return homePage(query);
    case "/waitlist/thanks":
      return thanksPage();
    case "/assets/{file}":
      return styleResult(params.file ?? "") ?? iconResult(params.file ?? "") ?? unknownLink();
    default:
      return (await docsPage(params.page)) ?? unknownLink();
  }
});

/** Loaded on demand: generating the API reference would slow the home page down. */
async function docsPage(page: string | undefined) {
  const { docsPages } = await import("../../shared/pages/docs/docs-pages.tsx");
  return docsPages.get(page)?.();
}

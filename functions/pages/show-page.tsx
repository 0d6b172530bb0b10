import { homePage } from "./home-page.tsx";
import { iconResult } from "./icons.ts";
import { htmlResult } from "./layout.tsx";
import { servePage, unknownLink } from "./serve-page.tsx";
import { styleResult } from "./style.ts";

/** The pages that need nothing but their address, and the stylesheet of them all. */
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

/** Loaded when it is asked for: printing the API's description would slow the product's page down. */
async function docsPage(page: string | undefined) {
  const { docsPages } = await import("./docs-pages.tsx");
  return docsPages.get(page)?.();
}

const thanksPage = () =>
  htmlResult(
    200,
    "You are on the list",
    <p>
      We will write to you when accounts open. There is nothing else to do now.{" "}
      <a href="/">Back to the start</a>
    </p>,
    { maxAge: 300 },
  );

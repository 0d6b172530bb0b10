import { errorsPage } from "./docs-errors.tsx";
import { quickStartPage } from "./docs-quick-start.tsx";
import { referencePage } from "./docs-reference.tsx";
import { testingPage } from "./docs-testing.tsx";
import { servePage, unknownLink } from "./serve-page.tsx";

/** The documentation: a function of its own, so that the product's page does not carry the API's description. */
export const handler = servePage("show-docs", ({ route }) => pages[route]?.() ?? unknownLink());

const pages: Record<string, typeof referencePage> = {
  "/docs": referencePage,
  "/docs/quick-start": quickStartPage,
  "/docs/testing": testingPage,
  "/docs/errors": errorsPage,
};

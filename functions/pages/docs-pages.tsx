import type { Result } from "../../shared/http/responses.ts";
import { assistantsPage } from "./docs-assistants.tsx";
import { errorsPage } from "./docs-errors.tsx";
import { quickStartPage } from "./docs-quick-start.tsx";
import { referencePage } from "./docs-reference.tsx";
import { testingPage } from "./docs-testing.tsx";

/** The documentation's pages, by the last part of their path. */
export const docsPages: ReadonlyMap<string | undefined, () => Result> = new Map([
  [undefined, referencePage],
  ["quick-start", quickStartPage],
  ["assistants", assistantsPage],
  ["testing", testingPage],
  ["errors", errorsPage],
]);

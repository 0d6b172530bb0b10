import type { Result } from "../../http/serve/responses.ts";
import { agentReferencePage } from "./docs-agent-reference.tsx";
import { assistantsPage } from "./docs-assistants.tsx";
import { errorsPage } from "./docs-errors.tsx";
import { platformQuickStartPage } from "./docs-platform.tsx";
import { platformReferencePage } from "./docs-platform-reference.tsx";
import { quickStartPage } from "./docs-quick-start.tsx";
import { platformSections, sectionPage } from "./docs-sections.ts";
import { testingPage } from "./docs-testing.tsx";
import { webhooksPage } from "./docs-webhooks.tsx";

/** The docs pages, by the last segment of their path. */
export const docsPages: ReadonlyMap<string | undefined, () => Result> = new Map([
  [undefined, agentReferencePage],
  ["quick-start", quickStartPage],
  ["assistants", assistantsPage],
  ["testing", testingPage],
  ["errors", errorsPage],
  ["platform", platformQuickStartPage],
  ["webhooks", webhooksPage],
  ...platformSections.map((tag) => [sectionPage(tag), () => platformReferencePage(tag)] as const),
]);

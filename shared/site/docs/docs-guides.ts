import { docsPath } from "../../contract/docs-paths.ts";
import { brand } from "../../domain/brand/brand.ts";

export type DocsEntry = { path: string; title: string; about: string };

/** Where the page's text is as Markdown. */
export const markdownPath = (path: string): string =>
  path === brand.docsPath ? docsPath("index.md") : `${path}.md`;

const guide = (page: string, title: string, about: string): DocsEntry => ({
  path: docsPath(page),
  title,
  about,
});

export const startPages: readonly DocsEntry[] = [
  { path: brand.docsPath, title: "Overview", about: "what the two APIs do, and where to begin." },
  guide("platform", "Platform quick start", "from an API key to a payout in four steps."),
  guide("quick-start", "Agent quick start", "take a sandbox signup to an open account."),
  guide("assistants", "Connect an assistant", "add the MCP server to Claude, ChatGPT, Cursor or VS Code."),
];

export const librariesEntry = guide(
  "libraries",
  "Libraries",
  "get the client library of your language, and a fake of the service for your tests.",
);

export const reconcileEntry = guide(
  "reconcile",
  "Reconcile your bank statement",
  "match a day's settlement with your bank's lines, and check its file.",
);

export const mirrorEntry = guide(
  "mirror",
  "Mirror our data",
  "copy payouts, drivers and money to your own database, without webhooks or beside them.",
);

export const savingsEntry = guide(
  "savings",
  "Savings from payouts",
  "let drivers save part of each payout in a Roth IRA, and test it in the sandbox.",
);

export const tipsEntry = guide(
  "tips",
  "Pay tips",
  "say which part of a payout is tips, so that drivers can deduct them.",
);

export const proposalsEntry = guide(
  "proposals",
  "Let an agent prepare payouts",
  "propose payouts with a key or over MCP, and approve them with a passkey.",
);

export const goLiveEntry = guide(
  "go-live",
  "Go live",
  "what a company does before its first live payout, and how a balance is funded.",
);

export const guidePages: readonly DocsEntry[] = [
  librariesEntry,
  goLiveEntry,
  guide("testing", "Testing", "the sandbox, a fake for your tests, rate limits and how to trigger errors."),
  guide("webhooks", "Webhooks", "receive and verify deliveries, and handle retries."),
  guide("receipts", "Consent receipts", "check a signed receipt of what a person agreed to."),
  proposalsEntry,
  savingsEntry,
  tipsEntry,
  mirrorEntry,
  reconcileEntry,
  guide("statuses", "Statuses", "every status and reason, and the changes from one status to another."),
  guide("versioning", "Versions", "which changes to expect, and how we announce a breaking one."),
  guide("security", "Security", "how to report a security problem, and what you may test."),
  guide("changelog", "Changelog", "what changed in the APIs, release by release."),
];

export const errorsEntry = guide("errors", "Errors", "what each error code means and how to fix it.");
export const eventsEntry = guide("events", "Event types", "each event type with its fields and an example.");
export const agentEntry = guide(
  "agent",
  "Agent API",
  "signups, eligibility and partners, without an API key.",
);
export const allPagesEntry = guide("pages", "All pages", "the list of all pages of the documentation.");

/** Where the link to the search leads without JavaScript. */
export const searchPath = docsPath("search");

export type FullTextFile = { name: string; about: string };

export const fullTextFiles = [
  { name: "llms-full.txt", about: "Guides, the Agent API, errors and events" },
  { name: "llms-full-platform.txt", about: "The operations of the Platform API" },
] as const satisfies readonly FullTextFile[];

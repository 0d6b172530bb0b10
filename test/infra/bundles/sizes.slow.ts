import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { assemblyDir } from "../../support/cloud/bundles.ts";

/** The most that a function's entry file may weigh, in KB of 1024 bytes. */
const MAX_ENTRY_KB = 316;

/**
 * Functions that carry a library of their own have a ceiling of their own. The limit of open requests is 1 KB
 * of each, and 2 KB where no other limit reads the operator's ranges.
 */
const ENTRY_KB: Readonly<Record<string, number>> = {
  // SES's client and the page renderer, and the clients of Secrets Manager and of the queue.
  "send-mail": 431,
  "send-waiting": 432,
  // The protocol, and the table's client: it counts each request.
  "serve-mcp": 595,
  "serve-company-mcp": 646,
  // All that makes a payout: savings, entries, rails and the lane of the docs' keys.
  "create-payout": 350,
  // The dry run of each payout.
  "create-payout-proposal": 364,
  "approve-payout-proposal": 363,
  "developer-proposals": 416,
  "list-drivers": 320,
  // Secrets Manager's client; deliveries need the queue's client too.
  "create-driver": 329,
  "update-driver": 330,
  "create-webhook": 320,
  "update-account": 320,
  "rotate-webhook-secret": 319,
  "list-payouts": 318,
  "add-bank-account": 336,
  "deliver-webhook": 323,
  // The clients of queues and Step Functions, beside the table's.
  repair: 375,
  // The records of all commands.
  decide: 318,
  // It decides requests for live access, with their email.
  "change-accounts": 342,
  // It issues the forms of an erased driver too.
  erase: 345,
  // The clients of queues, Step Functions and Secrets Manager, beside the table's, and the audit's SHA-256.
  "look-up": 443,
  // These issue forms, with their event, beside the keys, quotas and limits; Secrets Manager's client.
  "get-1099": 340,
  "make-1099-ready": 337,
  "list-tax-documents": 337,
  "delete-driver": 336,
  // It unseals a link and reads issued forms, with Secrets Manager's client beside the store.
  "open-tax-document": 325,
  // The page renderer beside the store, the words of each act, and Secrets Manager's client for a receipt.
  "answer-consent": 374,
  "confirm-signup": 358,
  "show-consent": 348,
  "show-signup": 337,
  // The audit of ledgers beside the tax walks, and a SHA-256 that can continue: 4 KB.
  "walk-tax-events": 351,
  // It settles payouts, with their savings and contributions.
  "settle-payout": 324,
  // The queue's client beside all that makes a payout.
  "make-payouts": 383,
  // The rail of a stage with a bank, which knows cut-offs and seals account numbers: 5 to 9 KB.
  "cancel-payout": 327,
  "create-payout-batch": 320,
  "sync-platform": 321,
  // The entries of payouts, which name the bank's file.
  "connect-platform": 318,
  "settle-contribution": 318,
  // S3's client.
  "read-bank-files": 436,
  "write-bank-files": 430,
  // The client libraries in base64, most of them the npm package with the fake.
  "show-library": 900,
  // The words of its pages in two languages beside the store.
  "disown-signup": 365,
  // Secrets Manager's client beside these: the first one seals the EIN, the others open endpoints' secrets.
  // All have the forms: sent once, shown again with their mistakes, and kept while a person signs in.
  // A list is a CSV file, too: 1 KB.
  // The first one also reads payouts, events and deliveries, for the steps of Go live.
  "developer-account": 487,
  "developer-home": 409,
  "developer-drivers": 534,
  "developer-webhooks": 409,
  "developer-sign-in": 369,
  // The words of savings, or the split of a payout and the contribution.
  "act-on-savings": 374,
  "answer-savings": 381,
  "complete-payout": 336,
  "fail-payout": 336,
  "refund-payout": 336,
  "show-savings": 350,
};

/** The most that a function may load on demand, in KB: a PDF library, a table of scripts, an API document. */
const LAZY_KB: Readonly<Record<string, number>> = {
  "get-1099": 1_180,
  "open-tax-document": 1_180,
  "serve-mcp": 602,
  // The handlers of its tools.
  "serve-company-mcp": 81,
  // The documentation, drawn and compressed, with samples in five languages.
  "show-page": 248,
  "register-partner": 590,
  "collect-payouts": 590,
  "developer-sign-in": 590,
  // The profile says how a form prints a name. The verifier of passkeys has 450 KB.
  "developer-account": 1_040,
  "developer-proposals": 338,
};

/** KB that are loaded with the entry, and KB that wait beside it until they are needed. */
function sizesOf(entry: string): { entryKb: number; lazyKb: number } {
  const folder = dirname(entry);
  const eager = importedBy(entry);
  const sum = (files: string[]) => files.reduce((kb, file) => kb + statSync(file).size / 1024, 0);
  const files = readdirSync(folder).map((file) => join(folder, file));
  return { entryKb: sum([...eager]), lazyKb: sum(files.filter((file) => !eager.has(file))) };
}

/** The file itself, and the chunks that it shares with lazy ones and imports at once. */
function importedBy(file: string, files = new Set<string>()): Set<string> {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, chunk = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import)"(\.\/[\w-]+\.mjs)"/g)) {
    importedBy(join(dirname(file), chunk), files);
  }
  return files;
}

const bundlesDir = join(assemblyDir, "functions");

describe("a function's bundle is within its ceiling", () => {
  test.each(readdirSync(bundlesDir))("%s", (name) => {
    const { entryKb, lazyKb } = sizesOf(join(bundlesDir, name, "index.mjs"));
    expect(entryKb).toBeLessThanOrEqual(ENTRY_KB[name] ?? MAX_ENTRY_KB);
    expect(lazyKb).toBeLessThanOrEqual(LAZY_KB[name] ?? 0);
  });
});

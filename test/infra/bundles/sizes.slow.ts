import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { assemblyDir } from "../../support/cloud/bundles.ts";

/** The most that a function's entry file may weigh, in KB of 1024 bytes. */
const MAX_ENTRY_KB = 390;

/** Functions that carry a library of their own have a ceiling of their own. */
const ENTRY_KB: Readonly<Record<string, number>> = {
  // SES's client and the page renderer, and the clients of Secrets Manager and of the queue.
  "send-mail": 431,
  "send-waiting": 432,
  // The protocol, and the table's client: it counts each request.
  "serve-mcp": 595,
  "serve-company-mcp": 646,
  // The clients of queues, Step Functions and Secrets Manager, beside the table's, and the audit's SHA-256.
  "look-up": 443,
  // S3's client.
  "read-bank-files": 436,
  "write-bank-files": 430,
  // The client libraries in base64, most of them the npm package with the fake.
  "show-library": 900,
  // All have the forms: sent once, shown again with their mistakes, and kept while a person signs in.
  "developer-account": 487,
  "developer-home": 409,
  "developer-drivers": 534,
  "developer-proposals": 416,
  "developer-webhooks": 409,
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

test.each(readdirSync(bundlesDir))("the bundle of %s is within its ceiling", (name) => {
  const { entryKb, lazyKb } = sizesOf(join(bundlesDir, name, "index.mjs"));
  expect(entryKb).toBeLessThanOrEqual(ENTRY_KB[name] ?? MAX_ENTRY_KB);
  expect(lazyKb).toBeLessThanOrEqual(LAZY_KB[name] ?? 0);
});

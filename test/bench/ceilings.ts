/** The most that a function's entry file may weigh, in KB of 1024 bytes. */
const MAX_ENTRY_KB = 312;

/**
 * Functions that carry a library of their own have a ceiling of their own. The limit of open requests is 1 KB
 * of each, and 2 KB where no other limit reads the operator's ranges.
 */
const ENTRY_KB: Readonly<Record<string, number>> = {
  // SES's client and the page renderer, and the clients of Secrets Manager and of the queue.
  "send-mail": 422,
  "send-waiting": 424,
  // The protocol, and the table's client: it counts each request.
  "serve-mcp": 586,
  // All that makes a payout: savings, entries, rails and the lane of the docs' keys.
  "create-payout": 328,
  // Secrets Manager's client; deliveries need the queue's client too.
  "create-driver": 321,
  "update-driver": 322,
  "create-webhook": 314,
  "update-account": 314,
  "rotate-webhook-secret": 314,
  "list-payouts": 313,
  "add-bank-account": 321,
  "deliver-webhook": 315,
  // The clients of queues and Step Functions, beside the table's.
  repair: 375,
  // The records of all commands.
  decide: 316,
  // It decides requests for live access, with their email.
  "change-accounts": 338,
  // It issues the forms of an erased driver too.
  erase: 340,
  // The clients of queues, Step Functions and Secrets Manager, beside the table's, and the audit's SHA-256.
  "look-up": 427,
  // These issue forms, with their event, beside the keys, quotas and limits; Secrets Manager's client.
  "get-1099": 329,
  "make-1099-ready": 326,
  "list-tax-documents": 325,
  "delete-driver": 324,
  // It unseals a link and reads issued forms, with Secrets Manager's client beside the store.
  "open-tax-document": 318,
  // The page renderer beside the store, the words of each act, and Secrets Manager's client for a receipt.
  "answer-consent": 360,
  "confirm-signup": 355,
  "show-consent": 337,
  "show-signup": 337,
  // The audit of ledgers beside the tax walks, and a SHA-256 that can continue: 4 KB.
  "walk-tax-events": 337,
  // The queue's client beside all that makes a payout.
  "make-payouts": 363,
  // The client libraries in base64, most of them the npm package with the fake.
  "show-library": 944,
  // The words of its pages in two languages beside the store.
  "disown-signup": 360,
  // Secrets Manager's client beside these: the first one seals the EIN, the others open endpoints' secrets.
  // All have the forms: sent once, shown again with their mistakes, and kept while a person signs in.
  // A list is a CSV file, too: 1 KB.
  // The first one also reads payouts, events and deliveries, for the steps of Go live.
  "developer-account": 459,
  "developer-home": 395,
  "developer-playground": 449,
  "developer-webhooks": 403,
  "developer-sign-in": 362,
  // The words of savings, or the split of a payout and the contribution.
  "act-on-savings": 357,
  "answer-savings": 372,
  "complete-payout": 316,
  "fail-payout": 316,
  "refund-payout": 316,
  "show-savings": 344,
};

/** The most that a function may load on demand, in KB: a PDF library, a table of scripts, an API document. */
const LAZY_KB: Readonly<Record<string, number>> = {
  "get-1099": 1_180,
  "open-tax-document": 1_180,
  "serve-mcp": 602,
  // The documentation, drawn and compressed, with samples in five languages.
  "show-page": 217,
  "register-partner": 590,
  "developer-sign-in": 590,
  // The profile says how a form prints a name.
  "developer-account": 590,
};

export const entryCeilingKb = (name: string): number => ENTRY_KB[name] ?? MAX_ENTRY_KB;
export const lazyCeilingKb = (name: string): number => LAZY_KB[name] ?? 0;

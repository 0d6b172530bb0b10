/** The most that a function's entry file may weigh, in KB of 1024 bytes. */
const MOST_ENTRY_KB = 320;

/** Functions that carry a library of their own have a ceiling of their own. */
const ENTRY_KB: Readonly<Record<string, number>> = {
  "send-mail": 390,
  "serve-mcp": 400,
  // Secrets Manager's client; deliveries need the queue's client too.
  "create-webhook": 345,
  "rotate-webhook-secret": 345,
  "add-bank-account": 340,
  "deliver-webhook": 355,
  // The clients of every service that the relay sends to, beside the table's.
  "redrive-relay": 360,
  // The page renderer beside the store.
  "answer-consent": 330,
  // The writes that answer the question beside those that ask it.
  "connect-platform": 325,
};

/** The most that a function may load on demand, in KB: a PDF library, a table of scripts, an API document. */
const LAZY_KB: Readonly<Record<string, number>> = {
  "get-1099": 1_180,
  "open-tax-document": 1_180,
  "serve-mcp": 800,
  "show-page": 105,
  "register-partner": 590,
};

export const entryCeilingKb = (name: string): number => ENTRY_KB[name] ?? MOST_ENTRY_KB;
export const lazyCeilingKb = (name: string): number => LAZY_KB[name] ?? 0;

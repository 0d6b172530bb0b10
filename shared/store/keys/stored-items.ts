import type { Noun } from "../../domain/access/noun.ts";

/** How the table stores a noun. `keys` has the shapes of keys.ts: `pk / sk`. Without `sk`, it is the noun. */
type StoredItem = {
  keys: readonly [string, ...string[]];
  /** After what time DynamoDB may delete an item. Absent: it is stored until a function deletes it. */
  expires?: string;
  /** The function that relays the noun's new items from the table's stream. */
  streamed?: "relay-events" | "relay-outbox";
};

/** Every noun. `npm run docs:keys` prints README.md's table from this; tests compare it with keys.ts. */
export const storedItems: Record<Noun, StoredItem> = {
  signup: { keys: ["SIGNUP#<id>"], expires: "sandbox: 24 hours; live, unconfirmed or declined: 90 days" },
  signup_email: { keys: ["SIGNUP_EMAIL#<sha256 of the email>"], expires: "with its signup" },
  signup_directory: { keys: ["SIGNUP_DIRECTORY#<month> / <start>#<id>"], expires: "with its signup" },
  waitlist: { keys: ["WAITLIST#<sha256 of the email>"] },
  waitlist_directory: { keys: ["WAITLIST_DIRECTORY#<shard> / <sha256 of the email>"] },
  suppression: { keys: ["SUPPRESSION#<key>.<keyed hash of the mailbox>"] },
  partner: { keys: ["PARTNER#<slug>"] },
  partner_registration: { keys: ["PARTNER_REGISTRATION#<sha256 of company and email>"] },
  partner_directory: { keys: ["PARTNER_DIRECTORY#<shard> / <sha256 of the email>#<slug>"] },
  account: { keys: ["ACCOUNT#<id>"], expires: "without a key: 90 days; of the docs: 30 days" },
  account_name: { keys: ["ACCOUNT_NAME#<sha256 of the name>"] },
  account_profile: { keys: ["ACCOUNT_PROFILE#<owner>"] },
  account_directory: { keys: ["ACCOUNT_DIRECTORY#<shard> / <account>"] },
  live_request: { keys: ["LIVE_REQUEST#<open or closed> / <account>"] },
  api_key: { keys: ["API_KEY#<sha256 of the key>", "API_KEY#<id>"], expires: "of the docs: 30 days" },
  limit: { keys: ["LIMIT#<operation>#<source>"], expires: "its widest window" },
  network: { keys: ["NETWORK#<shard> / <network>"], expires: "two days; blocked: a day after the block" },
  lane: { keys: ["LANE#<lane>"] },
  waiting_email: { keys: ["WAITING_EMAIL#<lane> / <turn>#<outbox entry>"], expires: "91 days" },
  quota: { keys: ["QUOTA#<owner>#<day> / <minute>"], expires: "31 days" },
  idempotency: {
    keys: ["IDEMPOTENCY#<sha256 of owner, operation and key>"],
    expires: "30 days; payouts: never; forms: 12 hours; a secret to show once: 10 minutes",
  },
  driver: { keys: ["DRIVER#<owner> / <id>", "DRIVER#<owner> / <id>#totals"] },
  driver_lookup: {
    keys: [
      "DRIVER_LOOKUP#<owner>#<sha256 of field and value> / <id>",
      "DRIVER_LOOKUP#<owner>#<sha256 of field and value> / taken",
    ],
  },
  deleted_driver: { keys: ["DELETED_DRIVER#<owner> / <id>"], expires: "4 years after its last form is due" },
  payment: { keys: ["PAYMENT#<owner> / <id>"] },
  batch: {
    keys: [
      "BATCH#<owner> / <id>",
      "BATCH#<owner> / <id>#page#<page>",
      "BATCH#<owner> / <id>#result#<index>",
      "BATCH#<owner> / rejected",
    ],
  },
  proposal: { keys: ["PROPOSAL#<owner> / <id>", "PROPOSAL#<owner> / page#<id>#<page>"] },
  entry: { keys: ["ENTRY#<owner> / <id>"] },
  settlement: { keys: ["SETTLEMENT#<owner> / <day>"] },
  entry_source: { keys: ["ENTRY_SOURCE#<owner> / <sha256 of type and source>"] },
  saver: {
    keys: ["SAVER#live#<keyed hash of the mailbox>", "SAVER#<test owner>#<keyed hash of the mailbox>"],
  },
  contribution: { keys: ["CONTRIBUTION#<owner> / <id>"] },
  savings: { keys: ["SAVINGS#<owner> / <driver>"] },
  savings_link: { keys: ["SAVINGS_LINK#<sha256 of the proof>"], expires: "of an invitation: 31 days" },
  mileage: { keys: ["MILEAGE#<owner>#<driver> / <id>"] },
  expense: { keys: ["EXPENSE#<owner>#<driver> / <id>"] },
  tax_document: {
    keys: ["TAX_DOCUMENT#<owner>#<year> / <id>"],
    expires: "of a deleted driver: 4 years after the last form is due",
  },
  earnings: {
    keys: [
      "EARNINGS#<owner>#<driver> / <month>#<platform>",
      "EARNINGS#<owner>#<driver> / connection#<platform>",
      "EARNINGS#<owner>#<driver> / consent#<sha256 of the state>",
    ],
  },
  consent: {
    keys: ["CONSENT#<sha256 of the state>"],
    expires: "given: never; withdrawn: 30 days; otherwise: 15 minutes",
  },
  receipt: { keys: ["RECEIPT#<signup, driver, agreement or proposal> / <id>"] },
  receipt_key: { keys: ["RECEIPT_KEY#all / <thumbprint>"] },
  count: { keys: ["COUNT#<owner>#<counted> / <shard>", "COUNT#<owner>#<counted>_by_day, <day>#<shard>"] },
  bank_file: { keys: ["BANK_FILE#all / <number>"] },
  bank_entry: {
    keys: ["BANK_ENTRY#<number of the file> / <id>", "BANK_ENTRY#waiting / <bank account>"],
    expires: "two years",
  },
  bank_line: { keys: ["BANK_LINE#open / <sha256 of the line>"], expires: "two years" },
  bank_key: { keys: ["BANK_KEY#newest"] },
  event: { keys: ["EVENT#<owner> / <id>"], expires: "30 days", streamed: "relay-events" },
  webhook: {
    keys: ["WEBHOOK#<owner> / <id>", "WEBHOOK#<owner> / deleted#<id>"],
    expires: "that one was deleted: 30 days",
  },
  delivery: { keys: ["DELIVERY#<owner>#<endpoint> / <id>"], expires: "30 days" },
  walk: { keys: ["WALK#<walk>"], expires: "90 days" },
  outbox: { keys: ["OUTBOX#<hour>#<shard> / <id>"], expires: "7 days", streamed: "relay-outbox" },
  email: { keys: ["EMAIL#<id of the outbox entry>"], expires: "8 days" },
  audit: {
    keys: ["AUDIT#<month> / <id>", "AUDIT#signature#<hash>"],
    expires: "a signature's hash: an hour; records: never",
  },
  member: { keys: ["MEMBER#<account> / <id>"] },
  membership: { keys: ["MEMBERSHIP#<sha256 of the email> / <account>"] },
  login: { keys: ["LOGIN#<id>"], expires: "15 minutes; while its email waits: a day" },
  session: { keys: ["SESSION#<sha256 of the token>"], expires: "12 hours" },
  activity: { keys: ["ACTIVITY#<account> / <id>"], expires: "400 days" },
  failure: {
    keys: ["FAILURE#<owner> / <id>", "FAILURE#<owner> / hour#<hour or day>"],
    expires: "30 days; the counts of an hour or day: 31 days",
  },
  health: { keys: ["HEALTH#ready"], expires: "never written" },
};

import type { Noun } from "../../domain/noun.ts";

/** How the table stores a noun. `keys` has the shapes of keys.ts; without `sk`, it is the noun. */
type StoredItem = {
  keys: readonly [KeyShape, ...KeyShape[]];
  /** After what time DynamoDB may delete an item. Absent: it is stored until a function deletes it. */
  expires?: string;
  /** The function that relays the noun's new items from the table's stream. */
  streamed?: "relay-events" | "relay-outbox";
};

type KeyShape = { pk: string; sk?: string };

/** Every noun. `npm run docs:keys` prints README.md's table from this; tests compare it with keys.ts. */
export const storedItems: Record<Noun, StoredItem> = {
  signup: {
    keys: [{ pk: "SIGNUP#<id>" }],
    expires: "sandbox: 24 hours; live, unconfirmed or declined: 90 days",
  },
  signup_email: { keys: [{ pk: "SIGNUP_EMAIL#<sha256 of the email>" }], expires: "with its signup" },
  signup_directory: {
    keys: [{ pk: "SIGNUP_DIRECTORY#<month>", sk: "<start>#<id>" }],
    expires: "with its signup",
  },
  waitlist: { keys: [{ pk: "WAITLIST#<sha256 of the email>" }] },
  waitlist_directory: { keys: [{ pk: "WAITLIST_DIRECTORY#<shard>", sk: "<sha256 of the email>" }] },
  suppression: {
    keys: [{ pk: "SUPPRESSION#<key>.<keyed hash of the mailbox>" }],
  },
  partner: { keys: [{ pk: "PARTNER#<slug>" }] },
  partner_registration: { keys: [{ pk: "PARTNER_REGISTRATION#<sha256 of company and email>" }] },
  partner_directory: {
    keys: [{ pk: "PARTNER_DIRECTORY#<shard>", sk: "<sha256 of the email>#<slug>" }],
  },
  account: { keys: [{ pk: "ACCOUNT#<id>" }], expires: "without a key: 90 days; of the docs: 30 days" },
  account_name: { keys: [{ pk: "ACCOUNT_NAME#<sha256 of the name>" }] },
  account_profile: { keys: [{ pk: "ACCOUNT_PROFILE#<owner>" }] },
  account_directory: { keys: [{ pk: "ACCOUNT_DIRECTORY#<shard>", sk: "<account>" }] },
  live_request: { keys: [{ pk: "LIVE_REQUEST#<open or closed>", sk: "<account>" }] },
  api_key: {
    keys: [{ pk: "API_KEY#<sha256 of the key>" }, { pk: "API_KEY#<id>" }],
    expires: "of the docs: 30 days",
  },
  limit: { keys: [{ pk: "LIMIT#<operation>#<source>" }], expires: "its widest window" },
  network: {
    keys: [{ pk: "NETWORK#<shard>", sk: "<network>" }],
    expires: "two days; blocked: a day after the block",
  },
  lane: { keys: [{ pk: "LANE#<lane>" }] },
  waiting_email: { keys: [{ pk: "WAITING_EMAIL#<lane>", sk: "<turn>#<outbox entry>" }], expires: "91 days" },
  quota: { keys: [{ pk: "QUOTA#<owner>#<day>", sk: "<minute>" }], expires: "31 days" },
  idempotency: {
    keys: [{ pk: "IDEMPOTENCY#<sha256 of owner, operation and key>" }],
    expires: "30 days; payouts: never; forms: 12 hours; a secret to show once: 10 minutes",
  },
  driver: {
    keys: [
      { pk: "DRIVER#<owner>", sk: "<id>" },
      { pk: "DRIVER#<owner>", sk: "<id>#totals" },
    ],
  },
  driver_lookup: {
    keys: [
      { pk: "DRIVER_LOOKUP#<owner>#<sha256 of field and value>", sk: "<id>" },
      { pk: "DRIVER_LOOKUP#<owner>#<sha256 of field and value>", sk: "taken" },
    ],
  },
  deleted_driver: {
    keys: [{ pk: "DELETED_DRIVER#<owner>", sk: "<id>" }],
    expires: "4 years after its last form is due",
  },
  payment: { keys: [{ pk: "PAYMENT#<owner>", sk: "<id>" }] },
  batch: {
    keys: [
      { pk: "BATCH#<owner>", sk: "<id>" },
      { pk: "BATCH#<owner>", sk: "<id>#page#<page>" },
      { pk: "BATCH#<owner>", sk: "<id>#result#<index>" },
    ],
  },
  entry: { keys: [{ pk: "ENTRY#<owner>", sk: "<id>" }] },
  settlement: { keys: [{ pk: "SETTLEMENT#<owner>", sk: "<day>" }] },
  entry_source: { keys: [{ pk: "ENTRY_SOURCE#<owner>", sk: "<sha256 of type and source>" }] },
  saver: { keys: [{ pk: "SAVER#<mode>#<keyed hash of the mailbox>" }] },
  contribution: { keys: [{ pk: "CONTRIBUTION#<owner>", sk: "<id>" }] },
  savings: { keys: [{ pk: "SAVINGS#<owner>", sk: "<driver>" }] },
  savings_link: {
    keys: [{ pk: "SAVINGS_LINK#<sha256 of the proof>" }],
    expires: "of an invitation: 31 days",
  },
  mileage: { keys: [{ pk: "MILEAGE#<owner>#<driver>", sk: "<id>" }] },
  expense: { keys: [{ pk: "EXPENSE#<owner>#<driver>", sk: "<id>" }] },
  tax_document: {
    keys: [{ pk: "TAX_DOCUMENT#<owner>#<year>", sk: "<id>" }],
    expires: "of a deleted driver: 4 years after the last form is due",
  },
  earnings: {
    keys: [
      { pk: "EARNINGS#<owner>#<driver>", sk: "<month>#<platform>" },
      { pk: "EARNINGS#<owner>#<driver>", sk: "connection#<platform>" },
      { pk: "EARNINGS#<owner>#<driver>", sk: "consent#<sha256 of the state>" },
    ],
  },
  consent: {
    keys: [{ pk: "CONSENT#<sha256 of the state>" }],
    expires: "given: never; withdrawn: 30 days; otherwise: 15 minutes",
  },
  receipt: { keys: [{ pk: "RECEIPT#<signup or driver>", sk: "<id>" }] },
  receipt_key: { keys: [{ pk: "RECEIPT_KEY#all", sk: "<thumbprint>" }] },
  count: {
    keys: [
      { pk: "COUNT#<owner>#<counted>", sk: "<shard>" },
      { pk: "COUNT#<owner>#<counted>_by_day", sk: "<day>#<shard>" },
    ],
  },
  event: { keys: [{ pk: "EVENT#<owner>", sk: "<id>" }], expires: "30 days", streamed: "relay-events" },
  webhook: {
    keys: [
      { pk: "WEBHOOK#<owner>", sk: "<id>" },
      { pk: "WEBHOOK#<owner>", sk: "deleted#<id>" },
    ],
    expires: "that one was deleted: 30 days",
  },
  delivery: { keys: [{ pk: "DELIVERY#<owner>#<endpoint>", sk: "<id>" }], expires: "30 days" },
  walk: { keys: [{ pk: "WALK#<walk>" }], expires: "90 days" },
  outbox: {
    keys: [{ pk: "OUTBOX#<hour>#<shard>", sk: "<id>" }],
    expires: "7 days",
    streamed: "relay-outbox",
  },
  email: { keys: [{ pk: "EMAIL#<id of the outbox entry>" }], expires: "8 days" },
  audit: {
    keys: [{ pk: "AUDIT#<month>", sk: "<id>" }, { pk: "AUDIT#signature#<hash>" }],
    expires: "a signature's hash: an hour; records: never",
  },
  member: { keys: [{ pk: "MEMBER#<account>", sk: "<id>" }] },
  membership: { keys: [{ pk: "MEMBERSHIP#<sha256 of the email>", sk: "<account>" }] },
  login: { keys: [{ pk: "LOGIN#<id>" }], expires: "15 minutes; while its email waits: a day" },
  session: { keys: [{ pk: "SESSION#<sha256 of the token>" }], expires: "12 hours" },
  activity: { keys: [{ pk: "ACTIVITY#<account>", sk: "<id>" }], expires: "400 days" },
  failure: {
    keys: [
      { pk: "FAILURE#<owner>", sk: "<id>" },
      { pk: "FAILURE#<owner>", sk: "hour#<hour>" },
    ],
    expires: "7 days; the counts of an hour: 31 days",
  },
  inbox: { keys: [{ pk: "INBOX#<owner>", sk: "<id>" }], expires: "24 hours" },
  health: { keys: [{ pk: "HEALTH#ready" }], expires: "never written" },
};

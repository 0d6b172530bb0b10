/** What the table holds: every item belongs to one of these, and its partition key starts with the noun's name. */
export type Noun =
  | "signup"
  | "signup_email"
  | "partner"
  | "partner_registration"
  | "account"
  | "account_name"
  | "account_directory"
  | "api_key"
  | "waitlist"
  | "suppression"
  | "limit"
  | "quota"
  | "idempotency"
  | "driver"
  | "payment"
  | "mileage"
  | "earnings"
  | "consent"
  | "count"
  | "event"
  | "webhook"
  | "delivery"
  | "walk"
  | "outbox";

/** What a function may do to the items of a noun. `search` queries the indexes; `check` is a condition inside a transaction. */
export type Verb = "get" | "query" | "search" | "put" | "update" | "delete" | "check";

/** What a function touches. Its role gets exactly this, and the local cloud refuses anything else. */
export type Access = Partial<Record<Noun, readonly Verb[]>>;

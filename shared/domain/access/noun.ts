/** The kinds of items in the table. An item's partition key starts with its noun's name. */
export type Noun =
  | "signup"
  | "signup_email"
  | "signup_directory"
  | "partner"
  | "partner_registration"
  | "partner_directory"
  | "account"
  | "account_name"
  | "account_profile"
  | "account_directory"
  | "live_request"
  | "api_key"
  | "waitlist"
  | "waitlist_directory"
  | "suppression"
  | "limit"
  | "network"
  | "lane"
  | "waiting_email"
  | "quota"
  | "idempotency"
  | "driver"
  | "driver_lookup"
  | "deleted_driver"
  | "payment"
  | "batch"
  | "proposal"
  | "entry"
  | "settlement"
  | "entry_source"
  | "saver"
  | "contribution"
  | "savings"
  | "savings_link"
  | "mileage"
  | "expense"
  | "tax_document"
  | "earnings"
  | "consent"
  | "receipt"
  | "receipt_key"
  | "count"
  | "bank_file"
  | "bank_entry"
  | "bank_line"
  | "bank_key"
  | "event"
  | "webhook"
  | "delivery"
  | "walk"
  | "outbox"
  | "email"
  | "audit"
  | "member"
  | "membership"
  | "login"
  | "session"
  | "activity"
  | "failure"
  | "health";

/** `search`: the indexes, `search_by_...` one; `check`: in a transaction; `collect`: many in a call. */
export type Verb =
  | "get"
  | "collect"
  | "query"
  | "search"
  | "search_by_driver"
  | "search_by_due"
  | "search_by_status"
  | "put"
  | "update"
  | "delete"
  | "check";

/** Its role grants exactly this, and the local cloud rejects any other call. */
export type Access = Partial<Record<Noun, readonly Verb[]>>;

/** All that any of the parts allows. */
export function unionOf(parts: readonly Access[]): Access {
  const union: Access = {};
  for (const part of parts) {
    for (const [noun, verbs] of Object.entries(part) as [Noun, Access[Noun]][]) {
      union[noun] = [...new Set([...(union[noun] ?? []), ...(verbs ?? [])])];
    }
  }
  return union;
}

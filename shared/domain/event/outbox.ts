import type { Owner } from "../item/owner.ts";
import type { EmailLane } from "../share/lane.ts";
import type { LedgerPage } from "../ledger/ledger-page.ts";
import type { FormCheck } from "../tax/form-check.ts";
import type { TaxPage } from "../tax/tax-walk.ts";
import type { EndpointMail } from "../webhook/webhook-endpoint.ts";
import type { EventEnvelope } from "./event.ts";

/** In the outbox with its change. The relay queues it, and `name` makes its start idempotent. */
export type TimerRequest = {
  kind: "timer";
  timer: "advance-signup" | "replay-events" | "erase-driver" | "expire-proposal";
  name: string;
  /** The state machine's input. It waits until `at` before the first call. */
  input: { id: string; at: string };
};

/** A timer function's answer: stop, or wait until `at` and call it again. */
export type TimerAnswer = { done: true } | { done: false; id: string; at: string };

/** The lane of an email that a stranger can cause, and the turn of its network, which is not in here. */
export type InLane = { lane: EmailLane; turn: number };

/** It names what it is about, and has no personal data. A link's proof is made when the email is sent. */
export type MailRequest =
  | ({ kind: "mail"; mail: "confirmation"; signup_id: string; asked_at: string } & InLane)
  | ({ kind: "mail"; mail: "sign_in"; login_id: string } & Partial<InLane>)
  | { kind: "mail"; mail: "receipt"; signup_id: string; jti: string }
  | { kind: "mail"; mail: "contact_change"; login_id: string }
  | ({ kind: "mail"; mail: "invitation"; account_id: string; member_id: string } & InLane)
  | { kind: "mail"; mail: "live_access"; account_id: string }
  | { kind: "mail"; mail: "live_decision"; account_id: string; result: "approved" | "declined" }
  | { kind: "mail"; mail: "passkeys"; account_id: string; member_id: string; about: PasskeysChange }
  | SavingsMail
  // One entry is both: `end` starts the timer of its end.
  | ({ kind: "mail"; mail: "proposal"; proposal_id: string; end?: TimerRequest } & Owner)
  | { kind: "mail"; mail: "key_expiry"; account_id: string; key_ids: string[]; day: string }
  | ({ kind: "mail" } & Owner & EndpointMail);

/** `reset`: another admin or an operator removed all. */
export type PasskeysChange = "added" | "removed" | "reset";

export type SavingsMail = {
  kind: "mail";
  mail: "savings";
  driver_id: string;
  agreement_id: string;
} & Owner & {
    about: "invited" | "started" | "changed" | "ended" | "year";
    year?: number;
  } & Partial<InLane>;

/** `entry_id`: of the outbox entry, the same in each message that the relay or a redrive makes of it. */
export type MailMessage = MailRequest & { entry_id: string };

/** A hint that a delivery is due. A lost or doubled one does no harm: the index `by_due` lists it too. */
type DeliverRequest = Owner & { kind: "deliver"; endpoint_id: string; delivery_id: string };

/** Every subscribed event from `since` until before `until` gets a delivery, or a failed one starts anew. */
export type ReplayRequest = Owner & { kind: "replay"; endpoint_id: string; since: string; until: string };

/** Asks for work on a batch of payouts. The batch's item says what is left, so a doubled one does no harm. */
export type BatchRequest = Owner & { kind: "batch"; batch_id: string };

/** Creates an event's deliveries. Not in the outbox: the relay makes it from the event's item. */
export type FanOutRequest = Owner & { event_id: string; type: EventEnvelope["type"] };

/** Every entry that a transaction can write to the outbox for the relay. */
export type OutboxEntry =
  | TimerRequest
  | MailRequest
  | DeliverRequest
  | ReplayRequest
  | BatchRequest
  | TaxPage
  | FormCheck
  | LedgerPage;

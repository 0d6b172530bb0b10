import type { Owner } from "../owner.ts";
import type { TaxPage } from "../tax/tax-walk.ts";
import type { EndpointMail } from "../webhook/webhook-endpoint.ts";
import type { EventEnvelope } from "./event.ts";

/**
 * Work that waits for an instant. A state change asks for a timer by writing one of these into the outbox, in its
 * own transaction; the relay starts the timer's state machine from there. `name` makes the start idempotent.
 */
export type TimerRequest = {
  kind: "timer";
  timer: "advance-signup" | "settle-payout" | "replay-events";
  name: string;
  /** The state machine's input. `at`: wait until then before the first call. */
  input: { id: string; at: string };
};

/** What a timer's function answers: wait until `at` and call again, or stop. */
export type TimerAnswer = { done: true } | { done: false; id: string; at: string };

/**
 * A mail to send. It names the signup and the instant it was asked for, or the endpoint, and nothing of a person; the proof that
 * a confirmation will carry is made when it is sent.
 */
export type MailRequest =
  | { kind: "mail"; mail: "confirmation"; signup_id: string; asked_at: string }
  | ({ kind: "mail" } & Owner & EndpointMail);

/**
 * A hint that a delivery is due: look at its item, which is the truth, and do what that says. Lost or doubled, it does no harm:
 * the index `by_due` has the delivery too.
 */
type DeliverRequest = Owner & { kind: "deliver"; endpoint_id: string; delivery_id: string };

/**
 * Sends an endpoint what it missed: of every event that it is subscribed to, made at `since` or later and before `until`, a
 * delivery is made where there is none, and one that failed or was held begins anew.
 */
export type ReplayRequest = Owner & { kind: "replay"; endpoint_id: string; since: string; until: string };

/** Has the deliveries of an event made. It is not in the outbox: the event's own item asks for it. */
export type FanOutRequest = Owner & { event_id: string; type: EventEnvelope["type"] };

/** Everything a transaction can leave in the outbox for the relay to carry on. */
export type OutboxEntry = TimerRequest | MailRequest | DeliverRequest | ReplayRequest | TaxPage;

import type * as z from "zod/mini";
import type { PartnerStatus } from "../../../domain/account/partner.ts";
import type { DriverStatus } from "../../../domain/driver/driver.ts";
import type { AccountType } from "../../../domain/driver/driver-accounts.ts";
import type { ConsentAnswer } from "../../../domain/earnings/consent.ts";
import type { EntryType } from "../../../domain/ledger/entry.ts";
import type { FailureCode, Payout, PayoutStatus } from "../../../domain/payout/payout.ts";
import type { SignupStatus } from "../../../domain/signup/signup.ts";
import type { FilingStatus } from "../../../domain/tax/years/filing-status.ts";
import type { ExpenseCategory } from "../../../domain/tax/expense.ts";
import type { AttemptCause, AttemptOutcome } from "../../../domain/webhook/attempt.ts";
import type { DeliveryStatus } from "../../../domain/webhook/delivery.ts";
import type { DisabledReason } from "../../../domain/webhook/webhook-endpoint.ts";

export type Meanings<Value extends string = string> = Readonly<Record<Value, string>>;

export const signupStatuses: Meanings<SignupStatus> = {
  initiated: "The signup exists. We emailed a link to the account owner, who hasn't confirmed yet.",
  waitlist_joined: "The owner confirmed, and is on the waitlist for an account.",
  account_opened: "The account is open.",
  declined: "The owner said that they didn't ask for it. The signup goes no further.",
};

export const partnerStatuses: Meanings<z.infer<typeof PartnerStatus>> = {
  pending_review:
    "We review the registration, or its new website. Signups with the `partner_id` are attributed already.",
  approved: "The review is over, and we accepted the partner.",
  refused:
    "The review is over, and we did not accept the partner. A new signup that names it gets `partner_unknown`.",
};

export const payoutStatuses: Meanings<PayoutStatus> = {
  pending: "The payout is on its way to the bank.",
  completed: "The money has arrived.",
  failed: "The money will not arrive. `failure_code` has the bank's reason.",
  canceled: "You canceled the payout before it was sent to the bank. No money moved.",
  refunded: "The money arrived, and then came back.",
};

export const movementTypes: Meanings<EntryType> = {
  payout_created: "A standard payout took its amount from your available balance. The money is pending.",
  payout_completed:
    "The driver got the net amount, and we got the fee. An instant payout has this transaction only.",
  payout_failed: "The bank refused the payout. Its whole amount is available again.",
  payout_canceled: "You canceled the payout. Its whole amount is available again.",
  payout_refunded: "The money came back after the payout completed. It is available again, with the fee.",
  funding: "Money came in. In the sandbox, the first one is the $1,000,000 that it starts with.",
  overdraft_cleared:
    "Your sandbox began to enforce its balance, which was below zero. This lifted it to zero.",
};

export const payoutMethods: Meanings<Payout["method"]> = {
  instant: "The money arrives at once, for a fee.",
  standard: "The money arrives in 1 to 2 business days. It has no fee.",
};

export const failureCodes: Meanings<FailureCode> = {
  insufficient_funds: "The account that pays had too little money.",
  account_closed: "The driver's bank account is closed. Add another one, then create a new payout.",
  no_account: "The bank knows no such account. Check its numbers with the driver.",
  invalid_account_number: "The account number is malformed. Check it with the driver.",
  returned_on_request: "The bank that sent the money asked for it back.",
  invalid_routing_number: "No bank has this routing number. Check it with the driver.",
  account_holder_deceased: "The account's owner has died.",
  account_frozen: "The bank or a court has frozen the account.",
  account_not_eligible: "The account cannot receive such payments, as with some savings accounts.",
  refused_by_recipient: "The driver refused the money.",
};

export const connectionStatuses: Meanings<"connected" | "disconnected"> = {
  connected: "The driver allows access, and we read the earnings of the gig platform.",
  disconnected: "Access has ended. We read nothing more.",
};

export const consentAnswers: Meanings<z.infer<typeof ConsentAnswer>> = {
  connected: "The driver allowed access.",
  refused: "The driver did not allow access.",
};

export const endpointStatuses: Meanings<"active" | "disabled"> = {
  active: "The endpoint receives the events that it is subscribed to.",
  disabled: "The endpoint receives nothing. `disabled_reason` says why.",
};

export const disabledReasons: Meanings<DisabledReason> = {
  partner: "You disabled it, in the dashboard or with the API.",
  gone: "It answered a delivery with 410. Make it active again when its server takes events.",
  failing: "No delivery succeeded for five days. Fix its server, make it active again, then replay it.",
  operator:
    "We disabled it, because its server caused trouble. Fix the server, make it active again, then replay it.",
};

export const deliveryStatuses: Meanings<z.infer<typeof DeliveryStatus>> = {
  pending: "An attempt is due now or later: see `next_attempt_at`.",
  delivered: "The endpoint returned a 2xx.",
  failed: "All scheduled attempts failed. Resend the delivery, or replay the endpoint's missed events.",
  held: "The endpoint was disabled before an attempt succeeded. A replay sends the delivery.",
};

export const attemptOutcomes: Meanings<AttemptOutcome> = {
  delivered: "The endpoint returned a 2xx.",
  refused: "The endpoint returned another status, redirects included.",
  timeout: "There was no complete response within 15 seconds.",
  unreachable: "There was no response. `cause` names the step that failed.",
  blocked: "The URL led to an address that we never call, such as a private one.",
  lost: "A fault on our side. We tried again.",
};

export const attemptCauses: Meanings<z.infer<typeof AttemptCause>> = {
  dns: "The host name did not resolve.",
  connect: "No connection could be made.",
  tls: "The TLS handshake failed, for example because the certificate is not valid.",
  protocol: "The response was not valid HTTP.",
};

export const filingStatuses: Meanings<FilingStatus> = {
  single: "Not married, or married and not living together in the year.",
  head_of_household: "Not married, with a household for a child or relative.",
  married_joint: "Married, with one tax return for both.",
  married_separate: "Married, with a tax return for each, and living together at some time in the year.",
};

export const driverStatuses: Meanings<z.infer<typeof DriverStatus> | "deleted"> = {
  active: "You can pay the driver.",
  deleted: "Requests for the driver return 404. Only events have this status.",
};

export const bankStatuses: Meanings<"verified"> = {
  verified: "Payouts can go to the account.",
};

export const taxDocumentStatuses: Meanings<"available"> = {
  available: "The form is issued. It stays available, also after a correction.",
};

export const accountTypes: Meanings<z.infer<typeof AccountType>> = {
  checking: "A checking account.",
  savings: "A savings account.",
};

export const expenseCategories: Meanings<z.infer<typeof ExpenseCategory>> = {
  phone_data: "The phone and its data plan.",
  supplies: "What the work uses up, such as bags.",
};

export const attemptKinds: Meanings<"scheduled" | "manual"> = {
  scheduled: "An attempt of the schedule: the first one, or a retry.",
  manual: "An attempt that you asked for with a resend.",
};

import type * as z from "zod/mini";
import type { PartnerStatus } from "../../../domain/account/partner.ts";
import type { DriverStatus } from "../../../domain/driver/driver.ts";
import type { AccountType } from "../../../domain/driver/driver-accounts.ts";
import type { ConsentAnswer } from "../../../domain/earnings/consent.ts";
import type { EntryType } from "../../../domain/ledger/entry.ts";
import type { FailureCode, Payout, PayoutStatus } from "../../../domain/payout/payout.ts";
import type { PayoutBatch } from "../../../domain/payout/payout-batch.ts";
import type { SignupStatus } from "../../../domain/signup/signup.ts";
import type { ExpenseCategory } from "../../../domain/tax/expense.ts";
import type { FilingStatus } from "../../../domain/tax/years/filing-status.ts";
import type { AttemptCause, AttemptOutcome } from "../../../domain/webhook/attempt.ts";
import type { DeliveryStatus } from "../../../domain/webhook/delivery.ts";
import type { DisabledReason } from "../../../domain/webhook/webhook-endpoint.ts";

export type Meanings<Value extends string = string> = Readonly<Record<Value, string>>;

/** What each status, reason or kind means. A test compares it with the lists of values in the documents. */
export const meanings = {
  signup: {
    title: "Signup status",
    about: "`status` of a signup. In the sandbox, it changes by itself.",
    values: {
      initiated: "The signup exists. We emailed a link to the account owner, who hasn't confirmed yet.",
      waitlist_joined: "The owner confirmed, and is on the waitlist for an account.",
      account_opened: "The account is open.",
      declined: "The owner said that they didn't ask for it. The signup goes no further.",
    } satisfies Meanings<SignupStatus>,
  },
  partner: {
    title: "Partner status",
    about: "`status` of a partner.",
    values: {
      pending_review:
        "We review the registration, or its new website. Signups with the `partner_id` are attributed already.",
      approved: "The review is over, and we accepted the partner.",
      refused:
        "The review is over, and we did not accept the partner. A new signup that names it gets `partner_unknown`.",
    } satisfies Meanings<z.infer<typeof PartnerStatus>>,
  },
  payout: {
    title: "Payout status",
    about:
      "`status` of a payout. Each one but `pending` and `canceled` sends an event, such as `payment.completed`.",
    values: {
      pending: "The payout is on its way to the bank.",
      completed: "The money has arrived.",
      failed: "The money will not arrive. `failure_code` has the bank's reason.",
      canceled: "You canceled the payout before it was sent to the bank. No money moved.",
      refunded: "The money arrived, and then came back.",
    } satisfies Meanings<PayoutStatus>,
  },
  batch: {
    title: "Batch status",
    about: "`status` of a batch of payouts.",
    values: {
      processing: "Some payouts of the batch have no result yet.",
      completed: "Each payout has its result.",
    } satisfies Meanings<PayoutBatch["status"]>,
  },
  batch_item: {
    title: "Batch item status",
    about: "`status` of a payout in the list of a batch's items.",
    values: {
      pending: "The payout waits for its turn, or for your quota.",
      created: "The payout exists. It has a status of its own.",
      rejected: "The payout was not made. `error` says why. Correct it, and send it again.",
    },
  },
  failure: {
    title: "Reasons of a failed payout",
    about: "`failure_code` of a payout whose status is `failed`.",
    values: {
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
    } satisfies Meanings<FailureCode>,
  },
  movement: {
    title: "Type of a balance transaction",
    about: "`type` of a balance transaction. Its `postings` say which cents moved.",
    values: {
      payout_created: "A standard payout took its amount from your available balance. The money is pending.",
      payout_completed:
        "The driver got the net amount, and we got the fee. An instant payout has this transaction only.",
      payout_failed: "The bank refused the payout. Its whole amount is available again.",
      payout_canceled: "You canceled the payout. Its whole amount is available again.",
      payout_refunded: "The money came back after the payout completed. It is available again, with the fee.",
      contribution_sent: "The savings of a payout left for the driver's Roth IRA.",
      funding: "Money came in. In the sandbox, the first one is the $1,000,000 that it starts with.",
      overdraft_cleared:
        "Your sandbox began to enforce its balance, which was below zero. This lifted it to zero.",
      correction: "We corrected the transaction that `source` names. `reason` says why.",
    } satisfies Meanings<EntryType>,
  },
  method: {
    title: "Payout method",
    about: "`method` of a payout.",
    values: {
      instant: "The money arrives at once, for a fee.",
      standard: "The money arrives in 1 to 2 business days. It has no fee.",
    } satisfies Meanings<Payout["method"]>,
  },
  driver: {
    title: "Driver status",
    about: "`status` of a driver.",
    values: {
      active: "You can pay the driver.",
      deleted: "Requests for the driver return 404. Only events have this status.",
    } satisfies Meanings<z.infer<typeof DriverStatus> | "deleted">,
  },
  bank: {
    title: "Bank account status",
    about: "`status` of a bank account.",
    values: {
      verified: "Payouts can go to the account.",
    } satisfies Meanings<"verified">,
  },
  account_type: {
    title: "Bank account type",
    about: "`account_type` of a bank account.",
    values: {
      checking: "A checking account.",
      savings: "A savings account.",
    } satisfies Meanings<z.infer<typeof AccountType>>,
  },
  connection: {
    title: "Connection status",
    about: "`status` of a driver's connection to a gig platform.",
    values: {
      connected: "The driver allows access, and we read the earnings of the gig platform.",
      disconnected: "Access has ended. We read nothing more.",
    } satisfies Meanings<"connected" | "disconnected">,
  },
  consent: {
    title: "Answer of a driver",
    about: "`status` in the query of your `redirect_url`, once the driver has answered.",
    values: {
      connected: "The driver allowed access.",
      refused: "The driver did not allow access.",
    } satisfies Meanings<z.infer<typeof ConsentAnswer>>,
  },
  filing: {
    title: "Filing status",
    about: "`filing_status` of a person, as on their tax return.",
    values: {
      single: "Not married, or married and not living together in the year.",
      head_of_household: "Not married, with a household for a child or relative.",
      married_joint: "Married, with one tax return for both.",
      married_separate: "Married, with a tax return for each, and living together at some time in the year.",
    } satisfies Meanings<FilingStatus>,
  },
  expense: {
    title: "Expense category",
    about: "`category` of an expense.",
    values: {
      phone_data: "The phone and its data plan.",
      supplies: "What the work uses up, such as bags.",
    } satisfies Meanings<z.infer<typeof ExpenseCategory>>,
  },
  tax_document: {
    title: "Tax document status",
    about: "`status` of a 1099 form.",
    values: {
      available: "The form is issued. It stays available, also after a correction.",
    } satisfies Meanings<"available">,
  },
  endpoint: {
    title: "Endpoint status",
    about: "`status` of a webhook endpoint.",
    values: {
      active: "The endpoint receives the events that it is subscribed to.",
      disabled: "The endpoint receives nothing. `disabled_reason` says why.",
    } satisfies Meanings<"active" | "disabled">,
  },
  disabled: {
    title: "Reasons of a disabled endpoint",
    about: "`disabled_reason` of an endpoint.",
    values: {
      partner: "You disabled it, in the dashboard or with the API.",
      gone: "It answered a delivery with 410. Make it active again when its server takes events.",
      failing: "No delivery succeeded for five days. Fix its server, make it active again, then replay it.",
      operator:
        "We disabled it, because its server caused trouble. Fix the server, make it active again, then replay it.",
    } satisfies Meanings<DisabledReason>,
  },
  delivery: {
    title: "Delivery status",
    about: "`status` of a delivery.",
    values: {
      pending: "An attempt is due now or later: see `next_attempt_at`.",
      delivered: "The endpoint returned a 2xx.",
      failed: "All scheduled attempts failed. Resend the delivery, or replay the endpoint's missed events.",
      held: "The endpoint was disabled before an attempt succeeded. A replay sends the delivery.",
    } satisfies Meanings<z.infer<typeof DeliveryStatus>>,
  },
  attempt: {
    title: "Attempt outcome",
    about: "`outcome` of an attempt to deliver an event.",
    values: {
      delivered: "The endpoint returned a 2xx.",
      refused: "The endpoint returned another status, redirects included.",
      timeout: "There was no complete response within 15 seconds.",
      unreachable: "There was no response. `cause` names the step that failed.",
      blocked: "The URL led to an address that we never call, such as a private one.",
      lost: "A fault on our side. We tried again.",
    } satisfies Meanings<AttemptOutcome>,
  },
  cause: {
    title: "Why there was no response",
    about: "`cause` of an attempt whose outcome is `unreachable`.",
    values: {
      dns: "The host name did not resolve.",
      connect: "No connection could be made.",
      tls: "The TLS handshake failed, for example because the certificate is not valid.",
      protocol: "The response was not valid HTTP.",
    } satisfies Meanings<z.infer<typeof AttemptCause>>,
  },
  kind: {
    title: "Attempt kind",
    about: "`kind` of an attempt.",
    values: {
      scheduled: "An attempt of the schedule: the first one, or a retry.",
      manual: "An attempt that you asked for with a resend.",
    } satisfies Meanings<"scheduled" | "manual">,
  },
} as const satisfies Record<string, { title: string; about: string; values: Meanings }>;

export type StatusName = keyof typeof meanings;

/** Where a list of values is explained. Undefined: nowhere. */
export function explanationOf(values: readonly unknown[]): StatusName | undefined {
  const names = (Object.keys(meanings) as StatusName[]).filter((name) =>
    values.every((value) => Object.hasOwn(meanings[name].values, String(value))),
  );
  const isExact = (name: StatusName) => Object.keys(meanings[name].values).length === values.length;
  return names.find(isExact) ?? names[0];
}

import {
  accountTypes,
  attemptCauses,
  attemptKinds,
  attemptOutcomes,
  bankStatuses,
  connectionStatuses,
  consentAnswers,
  deliveryStatuses,
  disabledReasons,
  driverStatuses,
  endpointStatuses,
  expenseCategories,
  failureCodes,
  filingStatuses,
  type Meanings,
  movementTypes,
  partnerStatuses,
  payoutMethods,
  payoutStatuses,
  signupStatuses,
  taxDocumentStatuses,
} from "./docs-status-texts.ts";

/** What each status, reason or kind means. A test compares it with the lists of values in the documents. */
export const meanings = {
  signup: {
    title: "Signup status",
    about: "`status` of a signup. In the sandbox, it changes by itself.",
    values: signupStatuses,
  },
  partner: { title: "Partner status", about: "`status` of a partner.", values: partnerStatuses },
  payout: {
    title: "Payout status",
    about:
      "`status` of a payout. Each one but `pending` and `canceled` sends an event, such as `payment.completed`.",
    values: payoutStatuses,
  },
  failure: {
    title: "Reasons of a failed payout",
    about: "`failure_code` of a payout whose status is `failed`.",
    values: failureCodes,
  },
  movement: {
    title: "Type of a balance transaction",
    about: "`type` of a balance transaction. Its `postings` say which cents moved.",
    values: movementTypes,
  },
  method: { title: "Payout method", about: "`method` of a payout.", values: payoutMethods },
  driver: { title: "Driver status", about: "`status` of a driver.", values: driverStatuses },
  bank: { title: "Bank account status", about: "`status` of a bank account.", values: bankStatuses },
  account_type: {
    title: "Bank account type",
    about: "`account_type` of a bank account.",
    values: accountTypes,
  },
  connection: {
    title: "Connection status",
    about: "`status` of a driver's connection to a gig platform.",
    values: connectionStatuses,
  },
  consent: {
    title: "Answer of a driver",
    about: "`status` in the query of your `redirect_url`, once the driver has answered.",
    values: consentAnswers,
  },
  filing: {
    title: "Filing status",
    about: "`filing_status` of a person, as on their tax return.",
    values: filingStatuses,
  },
  expense: { title: "Expense category", about: "`category` of an expense.", values: expenseCategories },
  tax_document: {
    title: "Tax document status",
    about: "`status` of a 1099 form.",
    values: taxDocumentStatuses,
  },
  endpoint: { title: "Endpoint status", about: "`status` of a webhook endpoint.", values: endpointStatuses },
  disabled: {
    title: "Reasons of a disabled endpoint",
    about: "`disabled_reason` of an endpoint.",
    values: disabledReasons,
  },
  delivery: { title: "Delivery status", about: "`status` of a delivery.", values: deliveryStatuses },
  attempt: {
    title: "Attempt outcome",
    about: "`outcome` of an attempt to deliver an event.",
    values: attemptOutcomes,
  },
  cause: {
    title: "Why there was no response",
    about: "`cause` of an attempt whose outcome is `unreachable`.",
    values: attemptCauses,
  },
  kind: { title: "Attempt kind", about: "`kind` of an attempt.", values: attemptKinds },
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

/**
 * A fault to plant: one edit of a product file that breaks one promise about one noun. `suites` find it, among
 * the suites of `npm test`.
 */
export type Planted = {
  promise: string;
  noun: string;
  file: string;
  from: string;
  to: string;
  suites: readonly string[];
};

export const faults = {
  "other-body-replayed": {
    promise: "idempotency",
    noun: "payout",
    file: "shared/http/guard/idempotency.ts",
    from: "if (!(await isSame(answered.request))) {",
    to: "if (!(await isSame(answered.request)) && answered.status === 0) {",
    suites: ["test/functions/idempotency"],
  },
  "live-reads-test": {
    promise: "tenancy",
    noun: "driver",
    file: "shared/store/keys/keys.ts",
    from: 'driver: (owner: Owner, id: string) => owned("driver", owner, id),',
    to: 'driver: (owner: Owner, id: string) => owned("driver", { ...owner, mode: "test" }, id),',
    suites: ["test/store/drivers"],
  },
  "timer-forgotten": {
    promise: "outbox",
    noun: "timer",
    file: "shared/store/payout/payouts.ts",
    from: "...(timer ? [outboxWrite(timer, now)] : []),",
    to: '...(timer && owner.mode === "live" ? [outboxWrite(timer, now)] : []),',
    suites: ["test/journeys/payouts"],
  },
  "driver-day-uncounted": {
    promise: "counts",
    noun: "list",
    file: "shared/store/payout/payouts.ts",
    from: "addToDriverDay(owner, after.driver_id, after.id, ofDay),",
    to: "...(before ? [] : [addToDriverDay(owner, after.driver_id, after.id, ofDay)]),",
    suites: ["test/store/payouts"],
  },
  "window-one-too-wide": {
    promise: "limits",
    noun: "signup",
    file: "shared/store/table/limits.ts",
    from: "const oldest = oldestOf(window, length, places);\n    return",
    to: "const oldest = oldestOf({ ...window, count: window.count - 1 }, length, places);\n    return",
    suites: ["test/store/limits"],
  },
  "decoded-secret-signs": {
    promise: "signing",
    noun: "delivery",
    file: "shared/webhooks/signing.ts",
    from: 'createHmac("sha256", secrets[0])',
    to: 'createHmac("sha256", keyIn(secrets[0]))',
    suites: ["test/webhooks/signing"],
  },
  "grant-missing": {
    promise: "IAM grant",
    noun: "bank account",
    file: "shared/contract/platform/drivers/add-bank-account.ts",
    from: 'access: { driver: ["query", "update"], event: ["put"] },',
    to: 'access: { driver: ["query"], event: ["put"] },',
    suites: ["test/journeys/bank-accounts"],
  },
  "unticked-box-confirms": {
    promise: "consent",
    noun: "confirmation",
    file: "functions/pages/confirm-signup.ts",
    from: 'if (form.consent !== "yes")',
    to: 'if (form.consent === "no")',
    suites: ["test/journeys/confirmation"],
  },
  "half-cents-lost": {
    promise: "rounding",
    noun: "fee",
    file: "shared/domain/cents.ts",
    from: "return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / twice);",
    to: "return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator) - 1n) / twice);",
    suites: ["test/domain/payout-fee"],
  },
  "formula-in-csv": {
    promise: "escaping",
    noun: "tax form",
    file: "shared/http/serve/csv.ts",
    from: "FORMULA.test(cell) ?",
    to: "FORMULA.test(cell) && cell.length > 40 ?",
    suites: ["test/functions/csv"],
  },
  "retry-lost": {
    promise: "retry",
    noun: "webhook",
    file: "shared/domain/webhook/delivery-attempt.ts",
    from: "const step = schedules[delivery.schedule][delivery.failures];",
    to: "const step = schedules[delivery.schedule][delivery.failures + 1];",
    suites: ["test/domain/delivery"],
  },
  "mileage-survives": {
    promise: "erasure",
    noun: "mileage",
    file: "shared/store/driver/erasures.ts",
    from: '(["mileage", "expense", "earnings"] as const)',
    to: '(["expense", "earnings"] as const)',
    suites: ["test/journeys/delete-driver"],
  },
  "refused-partner-attributed": {
    promise: "attribution",
    noun: "partner",
    file: "shared/domain/account/partner.ts",
    from: 'partner.status !== "refused";',
    to: "partner.status !== undefined;",
    suites: ["test/journeys/operator-partners"],
  },
  "ended-key-accepted": {
    promise: "revocation",
    noun: "key",
    file: "shared/http/guard/authenticate.ts",
    from: "const isOver = key && isEnded(key, now);",
    to: "const isOver = key && isEnded(key, new Date(0));",
    suites: ["test/journeys/keys"],
  },
  "last-admins-remove-each-other": {
    promise: "roles",
    noun: "member",
    file: "shared/store/account/members.ts",
    from: "{ Delete: { TableName: tableName, Key: keys.membership(email, account_id) } },\n    ...(staying ? [stillAdmin(staying)] : []),",
    to: "{ Delete: { TableName: tableName, Key: keys.membership(email, account_id) } },",
    suites: ["test/store/members"],
  },
  "tips-of-a-correction-lost": {
    promise: "sums",
    noun: "earnings",
    file: "shared/domain/earnings/earnings.ts",
    from: "reduce((sum, { pay, tips }) => sum + pay + tips, 0);",
    to: "reduce((sum, { pay }) => sum + pay, 0);",
    suites: ["test/domain/earnings"],
  },
  "limit-at-the-end-of-the-range": {
    promise: "law",
    noun: "eligibility",
    file: "shared/domain/tax/eligibility.ts",
    from: "const beyond = magi.units >= endsAt;",
    to: "const beyond = magi.units > endsAt;",
    suites: ["test/domain/eligibility"],
  },
  "form-at-the-threshold-missing": {
    promise: "law",
    noun: "1099-NEC",
    file: "shared/domain/tax/form-1099.ts",
    from: "gross >= inCents(form1099Nec.threshold);",
    to: "gross > inCents(form1099Nec.threshold);",
    suites: ["test/domain/form-1099"],
  },
} as const satisfies Record<string, Planted>;

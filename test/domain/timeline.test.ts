import { expect, test } from "@jest/globals";
import { newEntry } from "../../shared/domain/ledger/entry.ts";
import type { Payout } from "../../shared/domain/payout/payout.ts";
import type { PayoutBatch } from "../../shared/domain/payout/payout-batch.ts";
import { type Gathered, timelineKindOf } from "../../shared/domain/timeline/gather.ts";
import { timelineOf } from "../../shared/domain/timeline/timeline.ts";
import { type Delivery, newDelivery } from "../../shared/domain/webhook/delivery.ts";

const zeros = "0".repeat(26);
const [PAY, EVENT, DELIVERY] = ["pay_", "evt_", "dlv_"].map((prefix) => prefix + zeros) as [
  string,
  string,
  string,
];
/** An instant of one day, in seconds after midnight. */
const t = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1000).toISOString();

const payout = (more: Partial<Payout>): Payout => ({
  ...{ id: PAY, status: "pending", amount: 1_250, currency: "usd", method: "standard" },
  ...{ driver_id: `drv_${zeros}`, fee: 0, net_amount: 1_250, created_at: t(0), entries: [], ...more },
});
const batch = (more: Partial<PayoutBatch>): PayoutBatch => ({
  ...{ id: `bat_${zeros}`, status: "processing", total: 3, created: 1, rejected: 0, key_id: "key_1" },
  ...{ page: 0, retries: 0, due_at: t(5), created_at: t(0), ...more },
});
const delivery = (more: Partial<Delivery>): Delivery => ({
  ...newDelivery(
    DELIVERY,
    { id: EVENT, type: "payment.completed" },
    { id: `wh_${zeros}`, account_id: "acct_1", mode: "live" },
    new Date(t(60)),
  ),
  ...more,
});

/** Each step as one text: its second of the day, its state unless it is `ok`, its kind and its words. */
const lines = (gathered: Omit<Gathered, "asked" | "subject">) =>
  timelineOf({ asked: PAY, subject: PAY, ...gathered }).steps.map(({ at, state, kind, what }) =>
    [at && (Date.parse(at) - Date.parse(t(0))) / 1000, state === "ok" ? "" : state, kind, what]
      .filter((part) => part !== "" && part !== undefined)
      .join(" "),
  );

test("a payout has its states, money, event and attempts in order, a cause before its effect", async () => {
  const failed = { at: t(61), kind: "scheduled", outcome: "unreachable", cause: "connect" } as const;
  const refused = { at: t(66), kind: "scheduled", outcome: "refused", status: 503 } as const;
  const entry = await newEntry({
    ...{ type: "payout_completed", source: PAY, sequence: 2, created_at: t(60) },
    postings: [{ from: "pending", to: "driver:drv_1", amount: 1_250 }],
  });
  const gathered = {
    deliveries: [
      delivery({
        attempts: [failed, refused].map((one) => ({ ...one, duration_ms: 7 })),
        next_attempt_at: t(96),
      }),
    ],
    events: [{ id: EVENT, type: "payment.completed" as const, created_at: t(60), data: { id: PAY } }],
    entries: [entry],
    payout: payout({ status: "completed", completed_at: t(60) }),
  };
  expect(lines(gathered)).toEqual([
    "0 change Payout of $12.50 created, standard",
    "60 change Payout of $12.50 completed",
    "60 money Payout completed: $12.50 from Pending to Driver",
    "60 event payment.completed",
    "61 bad delivery payment.completed not delivered: nothing accepted the connection",
    "66 bad delivery payment.completed refused: the receiver answered 503",
    "96 next delivery payment.completed next attempt",
  ]);
});

const live = { mode: "live", created_at: t(0) } as const;
const sandbox = { mode: "sandbox", created_at: t(0) } as const;
test("of many attempts, the first and the last are steps of their own", () => {
  const attempts = [1, 2, 3, 4].map((n) => ({
    ...{
      at: t(60 + n),
      kind: "scheduled" as const,
      outcome: "refused" as const,
      status: 500 + n,
      duration_ms: 1,
    },
  }));
  const words = lines({ deliveries: [delivery({ status: "failed", next_attempt_at: undefined, attempts })] });
  expect(words).toEqual([
    "61 bad delivery payment.completed refused: the receiver answered 501",
    "62 bad delivery payment.completed had 2 more attempts",
    "64 bad delivery payment.completed refused: the receiver answered 504",
  ]);
});

test.each<[string, Omit<Gathered, "asked" | "subject">, string[]]>([
  [
    "a pending payout waits without an instant",
    { payout: payout({}) },
    ["0 change Payout of $12.50 created, standard", "next timer Payout of $12.50 waits for the bank"],
  ],
  [
    "a failed payout has its reason",
    { payout: payout({ status: "failed", failed_at: t(60), failure_code: "account_closed" }) },
    ["0 change Payout of $12.50 created, standard", "60 bad change Payout of $12.50 failed: account closed"],
  ],
  [
    "a batch at work says how far it is",
    { batch: batch({}) },
    [
      "0 change Batch of 3 payouts accepted",
      "5 next timer The batch continues: 1 created, 0 rejected so far",
    ],
  ],
  [
    "a completed batch has its counts",
    { batch: batch({ status: "completed", completed_at: t(4), created: 2, rejected: 1 }) },
    ["0 change Batch of 3 payouts accepted", "4 bad change Batch completed: 2 created, 1 rejected"],
  ],
  [
    "a held delivery and a resend that waits",
    {
      deliveries: [
        delivery({ status: "held", next_attempt_at: undefined }),
        delivery({ status: "delivered", next_attempt_at: undefined, resends: [t(99)] }),
      ],
    },
    [
      "60 back delivery payment.completed held: its endpoint is disabled",
      "99 next delivery payment.completed resend",
    ],
  ],
  [
    "a sandbox signup follows its schedule",
    { signup: { ...sandbox, status: "waitlist_joined" } },
    ["0 change Sandbox signup started", "60 change Joined the waitlist", "180 next timer Account opened"],
  ],
  [
    "a sandbox signup at its end has no next step",
    { signup: { ...sandbox, status: "account_opened" } },
    ["0 change Sandbox signup started", "60 change Joined the waitlist", "180 change Account opened"],
  ],
  [
    "a live signup has its emails and the owner's acts",
    {
      signup: {
        ...{ ...live, status: "declined", mails: [t(0), t(70), t(140)], expires_at: t(900) },
        ...{ mails_sent: new Set([t(0)]), mails_dropped: [t(70)] },
      },
      acts: [{ act: "decline", at: t(80) }],
    },
    [
      "0 change Live signup started",
      "0 email Confirmation email asked for: sent",
      "70 bad email Confirmation email asked for: not sent: its mailbox gets no more",
      "80 change The owner declined the signup",
      "140 email Confirmation email asked for: waits for its turn",
      "900 next timer The signup is erased",
    ],
  ],
  [
    "a failed request says what was wrong",
    {
      request: {
        ...{ id: "fail_1", at: t(1), method: "POST", route: "/v1/payments/payout", status: 400 },
        ...{ code: "parameter_invalid", param: "amount", request_id: "r", key_id: "k" },
      },
    },
    ["1 bad request POST /v1/payments/payout: 400 parameter_invalid, parameter amount"],
  ],
])("%s", (_, gathered, expected) => {
  expect(lines(gathered)).toEqual(expected);
});

test.each([
  [PAY, "payout"],
  [DELIVERY, "delivery"],
  ["JKJaXmPLvHcESHA=", "request"],
  ["0a1b2c3d-0000-4000-8000-000000000000", "request"],
  ["Ana", undefined],
  ["pay_../../x", undefined],
])("%s names a %s", (id, kind) => {
  expect(timelineKindOf(id)).toBe(kind);
});

import { exactUsd } from "../money/cents.ts";
import type { EventEnvelope } from "../event/event.ts";
import type { LedgerAccount, LedgerEntry } from "../ledger/entry.ts";
import type { Payout } from "../payout/payout.ts";
import type { PayoutBatch } from "../payout/payout-batch.ts";
import { nextSignupStep, type SignupTransition, sandboxSchedule } from "../signup/signup.ts";
import { attemptInWords } from "../webhook/attempt-words.ts";
import type { Delivery } from "../webhook/delivery.ts";
import type { SignupFacts, Gathered } from "./gather.ts";

export type TimelineStep = {
  /** Undefined: it will happen at an unknown time. */
  at: string | undefined;
  kind: "request" | "change" | "money" | "event" | "delivery" | "email" | "timer";
  what: string;
  /** `bad`: it failed. `back`: undone, or stopped on purpose. `next`: it has not happened yet. */
  state: "ok" | "bad" | "back" | "next";
  id?: string;
  endpoint_id?: string;
};

export type Timeline = {
  asked: string;
  subject: string;
  status: string | undefined;
  /** Oldest first. What will happen is last. */
  steps: readonly TimelineStep[];
  hasMore: boolean;
};

/** The order of what happens at the same millisecond: a cause before its effects. */
const ORDER: readonly TimelineStep["kind"][] = [
  ...(["request", "change", "money", "event"] as const),
  ...(["delivery", "email", "timer"] as const),
];

const instantOf = ({ at }: TimelineStep): number =>
  at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at);

export function timelineOf(gathered: Gathered): Timeline {
  const { asked, subject, request, payout, batch, driver, signup, hasMore = false } = gathered;
  const steps: TimelineStep[] = [
    ...(request ? [failureStep(request)] : []),
    ...(payout ? payoutSteps(payout) : []),
    ...(batch ? batchSteps(batch) : []),
    ...(driver ? [change(driver.created_at, "Driver created", subject)] : []),
    ...(signup ? signupSteps(signup, subject) : []),
    ...(gathered.acts ?? []).map(({ act, at }) => change(at, ACTS[act], subject)),
    ...(gathered.entries ?? []).map(entryStep),
    ...(gathered.payouts ?? []).flatMap(payoutSteps),
    ...(gathered.events ?? []).map(eventStep),
    ...(gathered.deliveries ?? []).flatMap(deliverySteps),
  ];
  const sorted = steps.sort(
    (a, b) =>
      Number(a.state === "next") - Number(b.state === "next") ||
      (instantOf(a) < instantOf(b) ? -1 : Number(instantOf(a) > instantOf(b))) ||
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
  const { status } = payout ?? batch ?? signup ?? { status: undefined };
  return { asked, subject, status, steps: sorted, hasMore };
}

const change = (at: string, what: string, id: string, state: TimelineStep["state"] = "ok"): TimelineStep => ({
  at,
  kind: "change",
  what,
  state,
  id,
});

const failureStep = ({
  at,
  method,
  route,
  status,
  code,
  param,
}: NonNullable<Gathered["request"]>): TimelineStep => ({
  at,
  kind: "request",
  what: `${method} ${route}: ${status} ${code}${param ? `, parameter ${param}` : ""}`,
  state: "bad",
});

function payoutSteps(payout: Payout): TimelineStep[] {
  const { id, amount, method, status, failure_code, refund_reason } = payout;
  const back = refund_reason === "repaid" ? "the driver paid the money back" : "the bank returned the money";
  const of = `Payout of ${exactUsd(amount)}`;
  const states = [
    [payout.created_at, `${of} created, ${method}`, "ok"],
    [payout.completed_at, `${of} completed`, "ok"],
    [payout.failed_at, `${of} failed: ${(failure_code ?? "no reason").replaceAll("_", " ")}`, "bad"],
    [payout.canceled_at, `${of} canceled`, "back"],
    [payout.refunded_at, `${of} refunded: ${back}`, "back"],
  ] as const;
  const steps = states.flatMap(([at, what, state]) =>
    at === undefined ? [] : [change(at, what, id, state)],
  );
  if (status !== "pending") return steps;
  return [...steps, { at: undefined, kind: "timer", what: `${of} waits for the bank`, state: "next" }];
}

function batchSteps({ id, total, created, rejected, status, ...batch }: PayoutBatch): TimelineStep[] {
  const counts = `${created} created, ${rejected} rejected`;
  const steps = [change(batch.created_at, `Batch of ${total} payouts accepted`, id)];
  if (status === "completed" && batch.completed_at !== undefined)
    return [
      ...steps,
      change(batch.completed_at, `Batch completed: ${counts}`, id, rejected > 0 ? "bad" : "ok"),
    ];
  const at = batch.due_at ?? batch.created_at;
  return [...steps, { at, kind: "timer", what: `The batch continues: ${counts} so far`, state: "next" }];
}

const ACTS = {
  join_waitlist: "The owner confirmed the signup",
  decline: "The owner declined the signup",
  allow_gig_connection: "The driver allowed a gig connection",
  withdraw_gig_connection: "The driver withdrew a gig connection",
  save_from_payouts: "The driver agreed to save from payouts",
  change_savings: "The driver changed what is saved",
  end_savings: "The driver stopped saving",
  approve_payouts: "A member approved the payouts",
} as const;

const TRANSITIONS: Record<SignupTransition, string> = {
  join_waitlist: "Joined the waitlist",
  open_account: "Account opened",
  decline: "Declined",
};

function signupSteps(signup: SignupFacts, id: string): TimelineStep[] {
  const { mode, created_at, disowned, expires_at } = signup;
  const next = mode === "sandbox" ? nextSignupStep(signup) : null;
  const planned = (at: string, what: string): TimelineStep => ({ at, kind: "timer", what, state: "next" });
  return [
    change(created_at, `${mode === "live" ? "Live" : "Sandbox"} signup started`, id),
    ...(mode === "sandbox" ? sandboxTransitions(signup, id) : []),
    ...(signup.mails ?? []).map((at) => confirmationEmail(signup, at)),
    ...(disowned === undefined ? [] : [change(disowned, "The owner said that it was not them", id, "back")]),
    ...(next ? [planned(next.at, TRANSITIONS[next.transition])] : []),
    ...(expires_at === undefined ? [] : [planned(expires_at, "The signup is erased")]),
  ];
}

/** A sandbox signup follows its schedule, and does not store the instants. */
const sandboxTransitions = (signup: SignupFacts, id: string): TimelineStep[] => {
  const next = nextSignupStep(signup);
  const past = next ? sandboxSchedule.findIndex((step) => step.transition === next.transition) : undefined;
  return sandboxSchedule.slice(0, past).map(({ transition, after }) => {
    const at = new Date(Date.parse(signup.created_at) + after * 1000).toISOString();
    return change(at, TRANSITIONS[transition], id);
  });
};

function confirmationEmail({ mails_sent = [], mails_dropped = [] }: SignupFacts, at: string): TimelineStep {
  const is = (texts: Iterable<string>) => [...texts].includes(at);
  const [result, state] = is(mails_sent)
    ? (["sent", "ok"] as const)
    : is(mails_dropped)
      ? (["not sent: its mailbox gets no more", "bad"] as const)
      : (["waits for its turn", "ok"] as const);
  return { at, kind: "email", what: `Confirmation email asked for: ${result}`, state };
}

/** A type in words: `payout_created` is “Payout created”. */
const inWords = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");

const ledgerAccountInWords = (account: LedgerAccount): string =>
  account === "funds" ? "Available" : account.startsWith("driver:") ? "Driver" : inWords(account);

const entryStep = ({ id, type, postings, created_at }: LedgerEntry): TimelineStep => {
  const moves = postings.map(
    ({ from, to, amount }) =>
      `${exactUsd(amount)} from ${ledgerAccountInWords(from)} to ${ledgerAccountInWords(to)}`,
  );
  return { at: created_at, kind: "money", what: `${inWords(type)}: ${moves.join(", ")}`, state: "ok", id };
};

const eventStep = ({ id, type, created_at }: EventEnvelope): TimelineStep => ({
  at: created_at,
  kind: "event",
  what: type,
  state: "ok",
  id,
});

function deliverySteps(delivery: Delivery): TimelineStep[] {
  const { id, endpoint_id, status, event_type, resends, next_attempt_at } = delivery;
  const step = (at: string, what: string, state: TimelineStep["state"]): TimelineStep => ({
    at,
    kind: "delivery",
    what: `${event_type} ${what}`,
    state,
    id,
    endpoint_id,
  });
  const waits = resends[0] ?? next_attempt_at;
  return [
    ...attemptSteps(delivery, step),
    ...(status === "held" ? [step(delivery.created_at, "held: its endpoint is disabled", "back")] : []),
    ...(waits === undefined ? [] : [step(waits, resends.length > 0 ? "resend" : "next attempt", "next")]),
  ];
}

type Step = (at: string, what: string, state: TimelineStep["state"]) => TimelineStep;

/** A payout may have 16 endpoints and 20 attempts for each, so the middle ones are one step. */
function attemptSteps({ attempts }: Delivery, step: Step): TimelineStep[] {
  const attemptStep = (attempt: Delivery["attempts"][number]) =>
    step(attempt.at, attemptInWords(attempt), attempt.outcome === "delivered" ? "ok" : "bad");
  const [first, second, ...rest] = attempts;
  const last = rest.pop();
  if (!first || !second || !last || rest.length === 0) return attempts.map(attemptStep);
  return [
    attemptStep(first),
    step(second.at, `had ${attempts.length - 2} more attempts`, "bad"),
    attemptStep(last),
  ];
}

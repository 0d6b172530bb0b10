import type { Fault } from "../../infra/local/platform/faults.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { idOf } from "../infra/stack/template.ts";

/** A fault, what it does to a local cloud, and the alarm that must fire first. */
export type AlarmFault = {
  name: string;
  alarm: string;
  act: (cloud: Cloud) => Promise<unknown>;
  /** Virtual minutes until the alarm must fire. */
  within?: number;
  /** How long its values stay in the alarm's range after its end. */
  after?: string;
};

const mapping = (name: string, id: string, alarm: string): AlarmFault => ({
  name: `the mapping of ${name} is disabled`,
  alarm,
  act: (cloud) => cloud.disable({ mappings: [idOf(id)] }),
});
const schedule = (id: string): AlarmFault => ({
  name: `the schedule ${id} is disabled`,
  alarm: "SchedulesSilent",
  within: 6,
  act: (cloud) => cloud.disable({ schedules: [idOf(id)] }),
});
const letter = (queue: string, alarm: string): AlarmFault => ({
  name: `a message in ${queue}`,
  alarm,
  act: (cloud) => cloud.sendMessage(idOf(queue), "{}"),
});
/** Errors stay in the window of six hours. */
const ERRORS = { after: "7h" };
const calls = (name: string, alarm: string, fault: Fault, within = 5): AlarmFault => ({
  ...{ name, alarm, within },
  ...ERRORS,
  act: (cloud) => cloud.inject(fault),
});
const release = (name: string, alarm: string, bad: { status?: number; ms?: number }): AlarmFault => ({
  name: `a release ${name}`,
  alarm,
  within: 6,
  ...ERRORS,
  act: (cloud) => cloud.badRelease({ prefix: "/v1/", ...bad }),
});
const metric = (
  name: string,
  alarm: string,
  metricName: string,
  value: number,
  more: Partial<AlarmFault> = {},
) => {
  const [namespace = "", named = ""] = metricName.split(" ");
  const dimensions: Record<string, string> = namespace === "svc" ? { service: "svc", stage: "local" } : {};
  const act = (cloud: Cloud) => cloud.measure({ namespace, name: named, dimensions }, value);
  return { name, alarm, act, ...more };
};

export const alarmFaults: AlarmFault[] = [
  mapping("relay-outbox", "RelayFromStream", "RelaySilent"),
  mapping("relay-events", "RelayEventsFromStream", "RelaySilent"),
  mapping("fan-out-event", "FanOutEventEventsToFanOut", "SignerSilent"),
  mapping("deliver-webhook, first lane", "DeliverWebhookFirstToSigner", "SignerSilent"),
  mapping("deliver-webhook, later lane", "DeliverWebhookLaterToSigner", "SignerSilent"),
  mapping("deliver-webhook, slow lane", "DeliverWebhookSlowToSigner", "SignerSilent"),
  mapping("send-mail", "SendMailFromQueue", "QueuesSilent"),
  mapping("suppress-address", "SuppressAddressFromQueue", "QueuesSilent"),
  mapping("walk-tax-events", "WalkTaxEventsFromQueue", "QueuesSilent"),
  mapping("make-payouts", "MakePayoutsFromQueue", "QueuesSilent"),
  mapping("settle-payout", "DuePayouts", "QueuesSilent"),
  mapping("start-timers, signups", "StartTimerssignupsToStarter", "QueuesSilent"),
  mapping("start-timers, payouts", "StartTimerspayoutsToStarter", "QueuesSilent"),
  schedule("MailEveryMinute"),
  schedule("WebhooksEveryMinute"),
  release("that answers 401", "AllRefused", { status: 401 }),
  release("that answers 404", "AllRefused", { status: 404 }),
  release("that answers 429", "AllRefused", { status: 429 }),
  release("that answers 503", "ErrorsBurnFast", { status: 503 }),
  release("that is slow", "RepliesSlow", { ms: 2_500 }),
  calls("the table answers errors", "ApiFaults", { kind: "error", action: "dynamodb:TransactWriteItems" }),
  calls("the table is throttled", "ApiFaults", { kind: "throttle", action: "dynamodb:TransactWriteItems" }),
  calls("the stream cannot be read", "RelaySilent", {
    ...{ kind: "error", action: "dynamodb:GetRecords", caller: "relay-outbox" },
  }),
  {
    name: "the night's tax walks cannot start",
    alarm: "TaxWalkNotStarted",
    ...ERRORS,
    act: async (cloud) => {
      await cloud.inject({ kind: "error", caller: "start-tax-walks" });
      await cloud.fire(idOf("TaxWalksEveryDay"));
    },
  },
  letter("RelayDeadLetters", "DeadLetters"),
  letter("MailDeadLetters", "UnsentMail"),
  letter("MailFeedbackDeadLetters", "UnheardFeedback"),
  letter("TaxWalksDeadLetters", "TaxWalkStopped"),
  letter("PayoutBatchesDeadLetters", "BatchStopped"),
  letter("WebhooksEventDeadLetters", "Undelivered"),
  letter("WebhooksWaitingDeadLetters", "Undelivered"),
  metric("5 % of the emails bounce", "EmailsBounce", "AWS/SES Reputation.BounceRate", 0.05, { after: "5h" }),
  metric("0.1 % of the emails are spam", "EmailComplaints", "AWS/SES Reputation.ComplaintRate", 0.001, {
    after: "5h",
  }),
  metric("a botnet gets 2,000 times 429", "ManyRequestsLimited", "svc RateLimited", 2_000, { after: "30m" }),
  metric("emails wait for their turn", "EmailsWait", "svc EmailsWaiting", 3),
  metric("a ledger differs", "LedgerDiffers", "svc LedgerDifferences", 1, { after: "5h" }),
];

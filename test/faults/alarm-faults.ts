import type { BadRelease } from "../../infra/local/gateway/gateway.ts";
import type { Fault } from "../../infra/local/platform/faults.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { idOf } from "../infra/stack/template.ts";

/** Of the domain that the run's stage would have. */
export const CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/1";

/** The template of the other tests lacks the schedules of a canary and of a bank. */
export const canaryOf = (cloud: Cloud) => schedulesOf(cloud, /^CanaryEvery/);
const schedulesOf = async (cloud: Cloud, named: RegExp): Promise<string[]> =>
  (await cloud.schedules()).map(({ name }) => name).filter((name) => named.test(name));

/** The next instant at this hour of the day, in UTC. */
export function nextAt(now: number, hour: number): number {
  const day = 24 * 3_600_000;
  const today = now - (now % day) + hour * 3_600_000 + 1_000;
  return today > now ? today : today + day;
}

/** A fault, what it does to a local cloud, and the alarm that must fire first. */
export type AlarmFault = {
  name: string;
  alarm: string;
  act: (cloud: Cloud) => Promise<unknown>;
  /** How many times the usual requests are made each minute. 0: one read. -1: nothing. */
  busy?: number;
  /** Work is under way for as long as it lasts. */
  restless?: boolean;
  /** Virtual minutes until the alarm must fire. */
  within?: number;
  /** What must fire after it. */
  later?: string[];
  /** AWS writes the values each minute, as long as it lasts. */
  again?: true;
};

/** What no row can cause, with what proves it. */
export const NOT_CAUSED: Record<string, string> = {
  BadRelease: "it watches others: the column of the rollback has it",
  LedgerUnaudited: "it needs 30 hours, of which none may be skipped: test/infra/stack/alarms-ring plays them",
  FiguresMissing: "it depends on the day and on what the IRS has published",
};

const mapping = (name: string, id: string, alarm: string, later?: string[]): AlarmFault => ({
  ...(later && { later }),
  name: `the mapping of ${name} is disabled`,
  alarm,
  act: (cloud) => cloud.disable({ mappings: [idOf(id)] }),
});
const schedule = (id: string, later?: string[]): AlarmFault => ({
  ...(later && { later, busy: 0 }),
  name: `the schedule ${id} is disabled`,
  alarm: "SchedulesSilent",
  within: 6,
  act: (cloud) => cloud.disable({ schedules: [idOf(id)] }),
});
const letter = (queue: string, alarm: string): AlarmFault => ({
  name: `a message in ${queue}`,
  alarm,
  busy: 0,
  act: (cloud) => cloud.sendMessage(idOf(queue), "{}"),
});
/** In minutes: until then, what a new stage lacks means nothing. */
export const WARM_UP = 60;
/** It calls every five minutes, and an alarm is evaluated a minute after the one that it looks at. */
const CANARY = 7;
const restless = true;
const calls = (name: string, alarm: string, ...faults: Fault[]): AlarmFault => ({
  name,
  alarm,
  act: (cloud) => cloud.inject(...faults),
});
const release = (name: string, bad: BadRelease, alarm = "AllRefused"): AlarmFault => ({
  name: `a release ${name}`,
  alarm,
  act: (cloud) => cloud.badRelease({ prefix: "/v1/", ...bad }),
});
/** Takes a function's grants of a service away. */
const withoutGrants = (role: string, service: string) => async (cloud: Cloud) => {
  const grants = await cloud.grants();
  const lost = grants.filter((grant) => grant.role === idOf(role) && grant.action.startsWith(`${service}:`));
  if (lost.length === 0) throw new Error(`${role} has no grants of ${service}.`);
  await cloud.revoke(...lost);
};
const account = (limits: Parameters<Cloud["account"]>[0]) => (cloud: Cloud) => cloud.account(limits);
const metric = (
  name: string,
  alarm: string,
  metricName: string,
  value: number,
  more: Partial<AlarmFault> & { dimensions?: Record<string, string> } = {},
) => {
  const [namespace = "", named = ""] = metricName.split(" ");
  const dimensions: Record<string, string> =
    more.dimensions ?? (namespace === "svc" ? { service: "svc", stage: "local" } : {});
  const act = (cloud: Cloud) => cloud.measure({ namespace, name: named, dimensions }, value);
  return { name, alarm, act, busy: 0, ...more };
};

export const alarmFaults: AlarmFault[] = [
  mapping("relay-outbox", "RelayFromStream", "RelaySilent"),
  mapping("relay-events", "RelayEventsFromStream", "RelaySilent"),
  mapping("fan-out-event", "FanOutEventEventsToFanOut", "SignerSilent"),
  mapping("deliver-webhook, first lane", "DeliverWebhookFirstToSigner", "SignerSilent"),
  mapping("deliver-webhook, later lane", "DeliverWebhookLaterToSigner", "SignerSilent"),
  mapping("deliver-webhook, slow lane", "DeliverWebhookSlowToSigner", "SignerSilent"),
  mapping("send-mail", "SendMailFromQueue", "QueuesSilent", ["QueueBehind"]),
  mapping("suppress-address", "SuppressAddressFromQueue", "QueuesSilent"),
  mapping("walk-tax-events", "WalkTaxEventsFromQueue", "QueuesSilent"),
  mapping("make-payouts", "MakePayoutsFromQueue", "QueuesSilent"),
  mapping("settle-payout", "SettlePayoutFromQueue", "QueuesSilent"),
  mapping("start-timers, signups", "StartTimerssignupsToStarter", "QueuesSilent"),
  mapping("start-timers, payouts", "StartTimerspayoutsToStarter", "QueuesSilent"),
  schedule("MailEveryMinute"),
  schedule("WebhooksEveryMinute", ["DeliveriesLate", "PayoutsLate"]),
  release("that answers 401", { status: 401 }),
  release("that answers 404", { status: 404 }),
  release("that answers 429", { status: 429 }),
  release("that answers 200 without a body", { status: 200 }),
  release("that answers 503", { status: 503 }, "ErrorsBurnFast"),
  release("that answers 200 after 2.5 seconds", { ms: 2_500 }, "RepliesSlow"),
  {
    name: "no request reaches the API",
    alarm: "CanaryFails",
    within: CANARY,
    act: (cloud) => cloud.badRelease({ prefix: "/", cut: true }),
  },
  {
    name: "no caller, and no canary",
    alarm: "NoTraffic",
    within: CANARY + 8,
    busy: -1,
    act: async (cloud) => cloud.disable({ schedules: await canaryOf(cloud) }),
  },
  {
    name: "the gateway throttles callers",
    alarm: "GatewayThrottles",
    busy: 10,
    act: (cloud) => cloud.badRelease({ prefix: "/v1/", status: 429, share: 0.9, byGateway: true }),
  },
  {
    name: "the account may run 10 functions at once",
    alarm: "GatewayFaults",
    busy: 10,
    later: ["Throttled"],
    act: account({ concurrency: 10 }),
  },
  { name: "log lines are lost", alarm: "LogsSilent", act: account({ losesLogs: true }) },
  {
    name: "the recovery of the table is off, from the next walk on",
    alarm: "RecoveryOff",
    act: async (cloud) => {
      await cloud.account({ recovers: false });
      await cloud.advanceTo(nextAt(await cloud.now(), 6));
    },
  },
  calls("the table answers errors", "ApiFaults", { kind: "error", action: "dynamodb:TransactWriteItems" }),
  calls("the table or an index is throttled", "ApiFaults", {
    kind: "throttle",
    action: "dynamodb:TransactWriteItems",
  }),
  {
    restless,
    ...calls("the stream cannot be read", "RelaySilent", {
      kind: "error",
      action: "dynamodb:GetRecords",
      caller: "relay-outbox",
    }),
  },
  {
    name: "the relay may not send",
    alarm: "RelayBehind",
    restless,
    act: withoutGrants("RelayOutboxRole", "sqs"),
  },
  {
    name: "the signer may not write",
    alarm: "QueueFails",
    act: withoutGrants("DeliverWebhookRole", "dynamodb"),
  },
  // Three minutes of five are bad, and each begins two minutes after the first message.
  {
    restless,
    within: 8,
    ...calls("the signer hangs", "DeliveriesWait", { kind: "hang", caller: "deliver-webhook" }),
  },
  calls("timers fail", "TimerErrors", { kind: "error", caller: "advance-signup" }),
  calls("due payouts fail", "QueueFails", {
    kind: "error",
    action: "dynamodb:BatchGetItem",
    caller: "settle-payout",
  }),
  {
    restless,
    ...calls("Step Functions refuses starts", "TimerStarts", {
      kind: "throttle",
      action: "states:StartExecution",
    }),
  },
  calls("SES refuses", "MailFails", { kind: "error", action: "ses:SendEmail" }),
  { ...letter("TaxWalksQueue", "QueueFails"), name: "a poison message" },
  {
    name: "the night's tax walks cannot start",
    alarm: "TaxWalkNotStarted",
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
  metric("5 % of the emails bounce", "EmailsBounce", "AWS/SES Reputation.BounceRate", 0.05),
  metric("0.1 % of the emails are spam", "EmailComplaints", "AWS/SES Reputation.ComplaintRate", 0.001),
  metric("a botnet gets 2,000 times 429", "ManyRequestsLimited", "svc RateLimited", 2_000),
  metric("emails wait for their turn", "EmailsWait", "svc EmailsWaiting", 3),
  metric("80 % of an hour's emails to strangers left", "ManyEmails", "svc EmailsSent", 100_000),
  metric("SES refuses the addresses of 20 emails", "EmailsAreRefused", "svc EmailsRefused", 20),
  metric("an MCP tool answers a fault", "ToolFaults", "svc ToolFaults", 1),
  metric("five requests must be sent again", "Unavailable", "svc Unavailable", 5),
  {
    name: "one reply of twenty is a fault",
    alarm: "ErrorsBurnSlow",
    busy: -1,
    act: async (cloud) => {
      for (const [kind, value] of Object.entries({ Answered: 950, Failed: 50 }))
        await cloud.measure({ namespace: "svc", name: `${kind}Replies-local`, dimensions: {} }, value);
    },
  },
  metric("a timer gives up", "TimerFailed", "AWS/States ExecutionsFailed", 1, {
    dimensions: {
      StateMachineArn: `arn:aws:states:us-east-1:000000000000:stateMachine:${idOf("TimersAdvanceSignup")}`,
    },
  }),
  metric("800 functions run at once", "ConcurrencyHigh", "AWS/Lambda ConcurrentExecutions", 800, {
    within: 17,
    again: true,
    dimensions: {},
  }),
  {
    name: "no file is written for the bank",
    alarm: "BankSilent",
    within: WARM_UP + 15,
    busy: 0,
    act: async (cloud) => cloud.disable({ schedules: await schedulesOf(cloud, /WriteBankFiles/) }),
  },
  metric("the bank rejects a file", "BankFileRejected", "svc BankFilesRejected", 1),
  metric("the bank sends a line that matches nothing", "BankLinesLeft", "svc BankLinesLeft", 1),
  metric("a payout is open for days", "MoneyWaits", "svc MoneyWaits", 1),
  metric("a ledger differs", "LedgerDiffers", "svc LedgerDifferences", 1),
  metric("the certificate ends in 20 days", "CertificateEnds", "AWS/CertificateManager DaysToExpiry", 20, {
    within: 62,
    dimensions: { CertificateArn: CERTIFICATE },
  }),
];

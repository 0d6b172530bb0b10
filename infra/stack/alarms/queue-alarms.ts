import { Duration } from "aws-cdk-lib";
import { TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { BackgroundWork } from "../relay.ts";
import type { Alarm } from "./alarm.ts";
import { counted, countedBy, iteratorAge, missedRuns, together } from "./metrics.ts";

const minute = { period: Duration.minutes(1) };

export function queueAlarms(work: BackgroundWork, stage: string): Alarm[] {
  const { mail, relay, taxes, batches } = work;
  return [
    {
      id: "RelayBehind",
      metric: iteratorAge(relay),
      threshold: 60_000,
      description:
        "The outbox relay is more than a minute behind the table's stream: timers, emails, webhooks and tax pages wait. Look at the log lines of relay-outbox and relay-events.",
    },
    {
      id: "DeadLetters",
      metric: relay.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      description:
        "The outbox relay gave up on a record of the stream, or a timer could not be started. Read the queue RelayDeadLetters, fix the cause, then run `npm run ops -- relay redrive --since TIME`.",
    },
    {
      id: "UnsentMail",
      metric: mail.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      description:
        "An email could not be sent for an hour. Look at the log lines of send-mail, fix the cause, then redrive the queue MailDeadLetters.",
    },
    ...(mail.feedback ? [unheardFeedback(mail.feedback)] : []),
    {
      id: "TaxWalkStopped",
      severity: "ticket",
      metric: taxes.deadLetters.metricApproximateNumberOfMessagesVisible(minute),
      description:
        "A result page of a tax walk could not be processed, and the rest of its account waits for it. Look at the log lines of walk-tax-events, fix the cause, then redrive the queue TaxWalksDeadLetters.",
    },
    {
      id: "TaxWalkNotStarted",
      severity: "ticket",
      metric: missedRuns(taxes.starter),
      description:
        "The day's tax walks did not start. Look at its log lines. The forms of January wait for the published threshold of their year: npm run ops -- list figures.",
    },
    {
      id: "FiguresMissing",
      severity: "ticket",
      metric: counted("FiguresMissing", stage).with({ statistic: "max", period: Duration.days(1) }),
      description:
        "The next tax year lacks figures that the IRS publishes from October on. npm run ops -- list figures lists them. Enter them in shared/domain/tax/years, and deploy.",
    },
    ...payoutAlarms(batches, stage),
    ...faultAlarms(stage),
    ...ledgerAlarms(stage),
    ...dailyAlarms(stage),
    queueBehind(work),
  ];
}

const payoutAlarms = ({ deadLetters }: BackgroundWork["batches"], stage: string): Alarm[] => [
  {
    id: "BatchStopped",
    metric: deadLetters.metricApproximateNumberOfMessagesVisible(minute),
    description:
      "Work on a batch of payouts failed for an hour and a half, and its remaining payouts wait. Look at the log lines of make-payouts, fix the cause, then redrive the queue PayoutBatchesDeadLetters.",
  },
  {
    id: "PayoutsLate",
    metric: counted("PayoutsLate", stage).with({ statistic: "min", period: Duration.minutes(5) }),
    description:
      "Rails should have been asked about payouts 30 minutes ago, or the sweeper does not run. Look at the log lines of settle-payout and sweep-deliveries.",
    treatMissingData: TreatMissingData.BREACHING,
  },
];
const faulty = {
  TimerStarts: [["start-timers"], "Timers could not be started"],
  MailFails: [["send-mail"], "Emails could not be sent"],
  QueueFails: [
    [
      "fan-out-event",
      "deliver-webhook",
      "suppress-address",
      "walk-tax-events",
      "make-payouts",
      "settle-payout",
    ],
    "A worker could not process messages",
    " The fault Unsealable: a rotation left out the old secret.",
  ],
} as const satisfies Record<string, readonly [readonly string[], string, string?]>;

/** SQS leaves a message that failed three times out of its age, so only the worker's own count shows it. */
const faultAlarms = (stage: string): Alarm[] =>
  Object.entries(faulty).map(([id, [workers, what, hint = ""]]) => ({
    id,
    metric: together("SUM", Object.fromEntries(workers.map((worker) => [worker, worker])), (operation) =>
      countedBy("QueueFaults", { stage, operation }),
    ),
    description: `${what} in two of five minutes, and are tried again. Look at the log lines with message = fault of ${workers.join(", ")}.${hint}`,
    evaluationPeriods: 5,
    datapointsToAlarm: 2,
  }));

/** What the walk of the day finds. Nothing fails for it, and AWS has no metric. */
const dailyAlarms = (stage: string): Alarm[] => [
  {
    id: "MoneyWaits",
    severity: "ticket",
    metric: counted("MoneyWaits", stage).with({ period: Duration.hours(1) }),
    description:
      "The nightly walk found a payout or a contribution that its rail has left open for five days. The log line waits names the account.",
  },
  {
    id: "RecoveryOff",
    metric: counted("RecoveryOff", stage).with({ statistic: "max", period: Duration.hours(1) }),
    description:
      "Point-in-time recovery of the table is off, so a lost table cannot be restored. Turn it on again.",
  },
];

/** The nightly audit counts each difference, and a zero when it has read all ledgers. */
const ledgerAlarms = (stage: string): Alarm[] => {
  const differences = counted("LedgerDifferences", stage).with({ period: Duration.hours(1) });
  return [
    {
      id: "LedgerDiffers",
      metric: differences,
      description:
        "A balance, a sum or a payout differs from the entries of its ledger. Run `npm run ops -- ledger audit` for the account of the log line ledger.",
    },
    {
      id: "LedgerUnaudited",
      severity: "ticket",
      metric: differences.with({ statistic: "min" }),
      description:
        "No audit of the ledgers has ended for 26 hours. Look at the alarms TaxWalkNotStarted and TaxWalkStopped, then at the log lines of walk-tax-events.",
      evaluationPeriods: 26,
      treatMissingData: TreatMissingData.BREACHING,
    },
  ];
};

const unheardFeedback = ({ deadLetters }: Pick<BackgroundWork["mail"], "deadLetters">): Alarm => ({
  id: "UnheardFeedback",
  severity: "ticket",
  metric: deadLetters.metricApproximateNumberOfMessagesVisible(minute),
  description:
    "A bounce or a complaint could not be recorded, so its address still gets email. Look at the log lines of suppress-address, fix the cause, then redrive the queue MailFeedbackDeadLetters.",
});

/** Later and slow messages wait on purpose, so age means nothing. The first lane has DeliveriesWait. */
function queueBehind({ relay, mail, taxes, batches, webhooks }: BackgroundWork): Alarm {
  const waited = {
    mail: mail.queue,
    taxes: taxes.queue,
    batches: batches.queue,
    events: webhooks.fanOut,
    signup_timers: relay.timers.queues.signups,
    payout_timers: relay.timers.queues.payouts,
    ...(mail.feedback && { feedback: mail.feedback.queue }),
  };
  return {
    id: "QueueBehind",
    metric: together("MAX", waited, (queue) => queue.metricApproximateAgeOfOldestMessage(minute)),
    threshold: 15 * 60,
    description: `Messages wait more than 15 minutes in one of the queues for ${Object.keys(waited).join(", ")}. Look which one it is, then at the log lines of its function.`,
  };
}

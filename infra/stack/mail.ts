import { CfnOutput, Duration, type NestedStack, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { ConfigurationSet, EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import { Feedback } from "./feedback.ts";
import type { Functions } from "./operation-function.ts";
import { deadLetterQueue, feed, reading, workQueue } from "./queues.ts";
import { schedule } from "./schedule.ts";
import { stageSettingsOf } from "./settings/stage-settings.ts";

const TIMEOUT = Duration.seconds(20);

type MailProps = { functions: Functions; upkeep: NestedStack };
type Sender = { configuration: ConfigurationSet; from: string };

/** `mailFrom` names the sender. Without one, every email is settled as not sent. */
export class Mail extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** Bounces and complaints. Absent in a stage without a sender. */
  readonly feedback: Feedback | undefined;
  readonly isOn: boolean;
  readonly everyMinute: IFunction;
  readonly perHour: number;

  constructor(scope: Construct, id: string, { functions, upkeep }: MailProps) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });

    this.perHour = stageSettingsOf(this).confirmationsPerHour;
    const sender = this.#sender();
    this.isOn = sender !== undefined;
    this.feedback =
      sender && new Feedback(this, "Feedback", { functions, configuration: sender.configuration });
    const add = (worker: typeof workers.sendMail | typeof workers.sendWaiting, reads: PolicyStatement[]) => {
      const record = functions.add(worker, {
        timeout: TIMEOUT,
        environment: sender
          ? { MAIL_FROM: sender.from, MAIL_CONFIGURATION_SET: sender.configuration.configurationSetName }
          : {},
        statements: [...reads, ...(sender ? [sendingEmail(sender)] : [])],
      });
      Validations.of(functions.roleOf(worker.name)).acknowledge({
        id: "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]",
        reason: "SES also asks about the recipient's identity. The condition allows our own sender only.",
      });
      return record;
    };
    const send = add(workers.sendMail, [reading(this.queue)]);
    feed(this, "FromQueue", {
      queue: this.queue,
      target: send,
      batchSize: 5,
      // SES allows a new account one email a second, so more concurrency would only be throttled.
      maxConcurrency: 2,
    });
    this.everyMinute = add(workers.sendWaiting, []);
    schedule(upkeep, "MailEveryMinute", {
      description: "Sends the emails that wait for their turn",
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: this.everyMinute,
      retries: { attempts: 0, within: Duration.minutes(1) },
    });
    new CfnOutput(Stack.of(this), "MailIsOn", {
      value: sender ? `yes, from ${sender.from}` : "no: set mailFrom in infra/stack/stages.ts",
      description: "Whether this stage sends email",
    });
  }

  #sender(): Sender | undefined {
    const { mailFrom: from, mailIdentity } = stageSettingsOf(this);
    if (from === undefined) return undefined;
    const configuration = new ConfigurationSet(this, "Sending", { reputationMetrics: true });
    if (mailIdentity === "existing") return { configuration, from };
    const identity = new EmailIdentity(this, "Identity", {
      identity: Identity.domain(from.split("@")[1] ?? ""),
      configurationSet: configuration,
    });
    identity.dkimRecords.forEach(({ name, value }, i) => {
      new CfnOutput(Stack.of(this), `Dkim${i + 1}`, {
        value: `${name} CNAME ${value}`,
        description: "A DNS record that SES needs to verify the sender's domain",
      });
    });
    return { configuration, from };
  }
}

/** SES asks about the sender, the configuration set, and a recipient that is an identity. */
function sendingEmail({ configuration, from }: Sender) {
  const arn = (resource: string, resourceName: string) =>
    configuration.stack.formatArn({ service: "ses", resource, resourceName });
  return new PolicyStatement({
    actions: ["ses:SendEmail"],
    resources: [arn("identity", "*"), arn("configuration-set", configuration.configurationSetName)],
    conditions: { StringEquals: { "ses:FromAddress": from } },
  });
}

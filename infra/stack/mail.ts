import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { ConfigurationSet, EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import { Feedback } from "./feedback.ts";
import type { Functions } from "./operation-function.ts";
import { deadLetterQueue, feed, reading, workQueue } from "./queues.ts";

const TIMEOUT = Duration.seconds(20);

type Sender = { identity: EmailIdentity; configuration: ConfigurationSet; from: string };

/**
 * Email: outbox relay, queue, send-mail, SES. The setting `mailFrom` names the sender; the DKIM records of
 * its domain are outputs. A stage without a sender settles every email as not sent, and the stage `prod`
 * cannot be synthesised.
 */
export class Mail extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** Bounces and complaints. Absent in a stage without a sender. */
  readonly feedback: Feedback | undefined;
  readonly isOn: boolean;

  constructor(scope: Construct, id: string, { functions, stage }: { functions: Functions; stage: string }) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });

    const sender = this.#sender(stage);
    this.isOn = sender !== undefined;
    this.feedback =
      sender && new Feedback(this, "Feedback", { functions, configuration: sender.configuration });
    const send = functions.add(workers.sendMail, {
      timeout: TIMEOUT,
      environment: sender
        ? { MAIL_FROM: sender.from, MAIL_CONFIGURATION_SET: sender.configuration.configurationSetName }
        : {},
      statements: [
        reading(this.queue),
        ...(sender
          ? [
              new PolicyStatement({
                actions: ["ses:SendEmail"],
                resources: [sender.identity.emailIdentityArn, configurationSetArn(sender.configuration)],
              }),
            ]
          : []),
      ],
    });
    feed(this, "FromQueue", {
      queue: this.queue,
      target: send,
      batchSize: 5,
      // SES allows a new account one email a second, so more concurrency would only be throttled.
      maxConcurrency: 2,
    });
    new CfnOutput(Stack.of(this), "MailIsOn", {
      value: sender ? `yes, from ${sender.from}` : "no: deploy with -c mailFrom=...",
      description: "Whether this stage sends email",
    });
  }

  #sender(stage: string): Sender | undefined {
    const from: unknown = this.node.tryGetContext("mailFrom");
    if (typeof from !== "string" || !from.includes("@")) {
      if (stage === "prod")
        throw new Error(
          "The stage prod needs a sender of email. Set mailFrom, in cdk.json or by -c mailFrom=hello@mail.example.com",
        );
      return undefined;
    }
    const configuration = new ConfigurationSet(this, "Sending", { reputationMetrics: true });
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
    return { identity, configuration, from };
  }
}

const configurationSetArn = (configuration: ConfigurationSet) =>
  configuration.stack.formatArn({
    service: "ses",
    resource: "configuration-set",
    resourceName: configuration.configurationSetName,
  });

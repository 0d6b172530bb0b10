import { Duration } from "aws-cdk-lib";
import { type ConfigurationSet, EmailSendingEvent, EventDestination } from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { workers } from "../../shared/contract/workers.ts";
import { stageKeyOf } from "./customer-key.ts";
import type { Functions } from "./operation-function.ts";
import { deadLetterQueue, feed, reading, workQueue } from "./queues.ts";

const TIMEOUT = Duration.seconds(10);

type FeedbackProps = { functions: Functions; configuration: ConfigurationSet };

/** SES publishes to a topic, and the topic to a queue: Lambda drops an event of SNS after three failures. */
export class Feedback extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { functions, configuration }: FeedbackProps) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, "DeadLetters");
    this.queue = workQueue(this, "Queue", { letters: this.deadLetters, timeout: TIMEOUT });
    const key = stageKeyOf(this);
    const topic = new Topic(this, "Topic", { enforceSSL: true, ...(key && { masterKey: key }) });
    // The subscription adds a queue policy that allows this topic only.
    topic.addSubscription(new SqsSubscription(this.queue, { rawMessageDelivery: true }));
    configuration.addEventDestination("ToTopic", {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    const suppress = functions.add(workers.suppressAddress, {
      timeout: TIMEOUT,
      statements: [reading(this.queue)],
    });
    feed(this, "FromQueue", { queue: this.queue, target: suppress, maxConcurrency: 2 });
  }
}

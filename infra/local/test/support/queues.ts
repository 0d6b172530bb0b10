import { Duration, type Stack } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";

const visibilityTimeout = Duration.seconds(25);

/** A standard queue and a FIFO queue, each with its dead letters. */
export function stackOfQueues(stack: Stack): void {
  const letters = new Queue(stack, "LettersOfPlain");
  new Queue(stack, "Plain", { visibilityTimeout, deadLetterQueue: { queue: letters, maxReceiveCount: 3 } });
  const fifo = { fifo: true };
  const orderedLetters = new Queue(stack, "LettersOfOrdered", fifo);
  new Queue(stack, "Ordered", {
    ...fifo,
    visibilityTimeout,
    deadLetterQueue: { queue: orderedLetters, maxReceiveCount: 3 },
  });
}

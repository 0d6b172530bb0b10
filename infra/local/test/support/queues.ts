import { templateOf } from "./template-of.ts";

const queue = (Properties: object = {}) => ({ Type: "AWS::SQS::Queue", Properties });
const letting = (id: string) => ({
  VisibilityTimeout: 25,
  RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": [id, "Arn"] }, maxReceiveCount: 3 },
});

/** A standard queue and a FIFO queue, each with its dead letters. */
export const templateOfQueues = templateOf({
  LettersOfPlain: queue(),
  Plain: queue(letting("LettersOfPlain")),
  LettersOfOrdered: queue({ FifoQueue: true }),
  Ordered: queue({ FifoQueue: true, ...letting("LettersOfOrdered") }),
});

/** One change of an item, as a stream carries it. */
export type StreamRecord = Record<string, unknown> & {
  dynamodb: Record<string, unknown> & { SequenceNumber: string; ApproximateCreationDateTime: number };
};

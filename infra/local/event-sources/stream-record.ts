/** One change of an item, in the form of a table stream. */
export type StreamRecord = Record<string, unknown> & {
  dynamodb: Record<string, unknown> & { SequenceNumber: string; ApproximateCreationDateTime: number };
};

type Json = Record<string, unknown>;
type Sent = { MessageGroupId?: string; MessageAttributes?: Json };
type Received = { Attributes?: Json; MessageAttributes?: Json; MD5OfMessageAttributes?: string };

/**
 * The engine drops the group of a message on a standard queue, so the group travels in this hidden attribute.
 */
const CARRIED = "local.MessageGroupId";

/** Moves the group of a message, or of an entry of a batch, to the hidden attribute. */
export function withGroup<T extends Sent>({ MessageGroupId, ...message }: T): object {
  if (MessageGroupId === undefined) return message;
  const carried = { [CARRIED]: { DataType: "String", StringValue: MessageGroupId } };
  return { ...message, MessageAttributes: { ...message.MessageAttributes, ...carried } };
}

/** Makes a receive request ask for the hidden attribute too. */
export const askingForGroups = ({ MessageAttributeNames = [], ...request }: Json) => ({
  ...request,
  MessageAttributeNames: [...(MessageAttributeNames as string[]), CARRIED],
});

/** Moves the group of a received message back to where SQS has it, if `request` asks for it. */
export function withGroupGivenBack(message: Received, request: Json): Received {
  const { MessageAttributes = {}, MD5OfMessageAttributes: _, ...rest } = message;
  const { [CARRIED]: carried, ...own } = MessageAttributes as Record<string, { StringValue: string }>;
  const { AttributeNames = [], MessageSystemAttributeNames = [] } = request as Record<string, string[]>;
  const asked = [...AttributeNames, ...MessageSystemAttributeNames];
  const group =
    carried && (asked.includes("All") || asked.includes("MessageGroupId")) ? carried.StringValue : undefined;
  return {
    ...rest,
    ...(group !== undefined && { Attributes: { ...rest.Attributes, MessageGroupId: group } }),
    ...(Object.keys(own).length > 0 && { MessageAttributes: own }),
  };
}

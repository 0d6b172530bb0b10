type Json = Record<string, unknown>;
type Sent = { MessageGroupId?: string; MessageAttributes?: Json };
type Received = { Attributes?: Json; MessageAttributes?: Json; MD5OfMessageAttributes?: string };

/** The engine drops the group of a message on a standard queue: it travels as an attribute that nobody else sees. */
const CARRIED = "local.MessageGroupId";

/** A message to send, or an entry of a batch, with its group where the engine keeps it. */
export function withGroup<T extends Sent>({ MessageGroupId, ...message }: T): object {
  if (MessageGroupId === undefined) return message;
  const carried = { [CARRIED]: { DataType: "String", StringValue: MessageGroupId } };
  return { ...message, MessageAttributes: { ...message.MessageAttributes, ...carried } };
}

/** A request to receive that asks the engine for the groups too. */
export const askingForGroups = ({ MessageAttributeNames = [], ...request }: Json) => ({
  ...request,
  MessageAttributeNames: [...(MessageAttributeNames as string[]), CARRIED],
});

/** A received message with its group where SQS has it, if `request` asks for that. */
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

type Json = Record<string, unknown>;

/** Why DynamoDB would refuse a transaction: the engine makes these checks for single calls only. */
export function transactionProblem(
  operation: string,
  body: Json,
): { status: number; body: Json } | undefined {
  if (operation !== "TransactWriteItems") return undefined;
  const writes = (body.TransactItems as Record<string, Json>[]).flatMap((item) => Object.values(item));
  const [message] = writes.flatMap(emptyParts);
  if (message === undefined) return undefined;
  return { status: 400, body: { __type: "com.amazon.coral.validate#ValidationException", message } };
}

function emptyParts(write: Json): string[] {
  const maps = ["ExpressionAttributeNames", "ExpressionAttributeValues"]
    .filter((name) => write[name] && Object.keys(write[name]).length === 0)
    .map((name) => `${name} must not be empty`);
  const texts = ["UpdateExpression", "ConditionExpression"]
    .filter((name) => write[name] === "")
    .map((name) => `Invalid ${name}: The expression can not be empty;`);
  return [...maps, ...texts];
}

type Json = Record<string, unknown>;
type Value = { S?: string; N?: string };
type Keyed = { TableName?: string; IndexName?: string; Key?: Json; Item?: Json };

type IamCheck = { action: string; resource: string; context: { "dynamodb:LeadingKeys": string[] } };

export type HashKeyOf = (table: string, index?: string) => string;

/** What IAM evaluates for a request. A transaction or batch counts as one action for each of its items. */
export function iamChecksOf(
  operation: string,
  body: Json,
  arnOf: (table: string) => string,
  hashKeyOf: HashKeyOf,
): IamCheck[] {
  const iamCheck = (
    action: string,
    { TableName = "", IndexName, Key, Item }: Keyed,
    keys?: string[],
  ): IamCheck => ({
    action: `dynamodb:${action}`,
    resource: IndexName ? `${arnOf(TableName)}/index/${IndexName}` : arnOf(TableName),
    context: {
      "dynamodb:LeadingKeys": keys ?? keysOf((Key ?? Item)?.[hashKeyOf(TableName)] as Value | undefined),
    },
  });
  switch (operation) {
    case "TransactWriteItems":
      return (body.TransactItems as Record<string, Keyed>[]).flatMap((item) =>
        Object.entries(item).map(([kind, keyed]) =>
          iamCheck(kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`, keyed),
        ),
      );
    case "TransactGetItems":
      return (body.TransactItems as { Get: Keyed }[]).map(({ Get }) => iamCheck("GetItem", Get));
    case "BatchGetItem":
    case "BatchWriteItem":
      return Object.entries(body.RequestItems as Json).flatMap(([TableName, requests]) =>
        batched(requests as Json).map((keyed) => iamCheck(operation, { TableName, ...keyed })),
      );
    case "Query": {
      const { TableName = "", IndexName } = body as Keyed;
      return [iamCheck(operation, body, queriedKeys(body, hashKeyOf(TableName, IndexName)))];
    }
    default:
      return [iamCheck(operation, body)];
  }
}

function batched(request: Json | Record<string, Keyed>[]): Keyed[] {
  if (Array.isArray(request)) return request.flatMap((request) => Object.values(request));
  return (request.Keys as Json[]).map((Key) => ({ Key }));
}

const keysOf = (value: Value | undefined): string[] =>
  [value?.S ?? value?.N].filter((key): key is string => key !== undefined);

function queriedKeys(
  { KeyConditionExpression = "", ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Json,
  hashKey: string,
): string[] {
  const names = ExpressionAttributeNames as Record<string, string>;
  const values = ExpressionAttributeValues as Record<string, Value>;
  for (const [, name = "", placeholder = ""] of String(KeyConditionExpression).matchAll(
    /(#?[\w.-]+)\s*=\s*(:\w+)/g,
  )) {
    if ((names[name] ?? name) === hashKey) return keysOf(values[placeholder]);
  }
  return [];
}

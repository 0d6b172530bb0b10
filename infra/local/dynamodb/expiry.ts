import type { Properties, Template } from "../base/template.ts";

type Json = Record<string, unknown>;
type Call = (operation: string, body: Json) => Promise<Json>;

/** Without a limit, the engine reads the rest of the table for each page, and requests wait for seconds. */
const PAGE = 500;

/** Deletes the items of the template's tables whose time to live is over by `now`. */
export async function deleteExpired(template: Template, now: Date, call: Call): Promise<void> {
  for (const { id, properties } of template.ofType("AWS::DynamoDB::Table")) {
    const ttl = (properties.TimeToLiveSpecification as Json | undefined)?.AttributeName;
    if (!ttl) continue;
    const keyNames = keyNamesOf(properties);
    const expired = {
      TableName: id,
      FilterExpression: "#ttl < :now",
      ExpressionAttributeNames: { "#ttl": ttl },
      ExpressionAttributeValues: { ":now": { N: String(Math.floor(now.getTime() / 1000)) } },
    };
    let ExclusiveStartKey: unknown;
    do {
      const page = await call("Scan", { ...expired, ExclusiveStartKey, Limit: PAGE });
      for (const item of page.Items as Json[]) {
        const Key = Object.fromEntries(keyNames.map((name) => [name, item[name]]));
        const { FilterExpression: ConditionExpression, ...condition } = expired;
        // A request may have renewed the item since the scan.
        await call("DeleteItem", { ...condition, Key, ConditionExpression }).catch(ifRenewed);
      }
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }
}

function ifRenewed(error: Error): void {
  if (!error.message.includes("ConditionalCheckFailedException")) throw error;
}

export const keyNamesOf = ({ KeySchema }: Properties): string[] =>
  (KeySchema as { AttributeName: string }[]).map(({ AttributeName }) => AttributeName);

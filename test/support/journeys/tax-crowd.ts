import { BatchWriteItemCommand, DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { Template } from "../../../infra/local/base/template.ts";
import { DynamoDb } from "../../../infra/local/dynamodb/dynamodb.ts";
import type { TaxWalk } from "../../../shared/domain/tax/tax-walk.ts";
import { assemblyDir } from "../cloud/assembly.ts";
import type { Cloud } from "../cloud/cloud.ts";

type Item = Record<string, unknown>;

/** Opens a data folder's table without the local cloud, which must not be running. */
export async function withTable<T>(
  dataDir: string,
  use: (table: {
    put: (items: Item[]) => Promise<void>;
    read: (pk: string) => Promise<Item[]>;
  }) => Promise<T>,
  create = false,
): Promise<T> {
  const template = new Template(assemblyDir);
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const engine = await DynamoDb.start(dataDir, () => ended());
  const [TableName = ""] = template.ids("AWS::DynamoDB::Table");
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: "us-east-1", credentials });
  const put = async (items: Item[]) => {
    for (let i = 0; i < items.length; i += 25) {
      const requests = items
        .slice(i, i + 25)
        .map((item) => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }));
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }),
      );
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error("Not all items were written");
    }
  };
  const read = async (pk: string) => {
    const items: Item[] = [];
    let ExclusiveStartKey: Parameters<typeof unmarshall>[0] | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: "pk = :pk",
          ExpressionAttributeValues: { ":pk": { S: pk } },
          ...(ExclusiveStartKey && { ExclusiveStartKey: ExclusiveStartKey as never }),
        }),
      );
      items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return items;
  };
  try {
    if (create) await engine.create(template);
    return await use({ put, read });
  } finally {
    client.destroy();
    engine.stop();
    // Two engines on one file would lock each other out.
    await end;
  }
}

/** The two walks of a winter, and the instants at which the schedule starts them. */
export const walks = {
  quarter: {
    at: "2027-01-01T06:00:00Z",
    walk: { event: "tax.quarterly.due", year: 2026, q: "Q4", due: "2027-01-15" },
  },
  forms: { at: "2027-01-15T06:00:00Z", walk: { event: "tax.1099.ready", year: 2026 } },
} as const satisfies Record<string, { at: string; walk: TaxWalk }>;

export const startWalks = (cloud: Cloud, scheduled_at: string): Promise<{ started: string[] }> =>
  cloud.invoke("start-tax-walks", { scheduled_at });

import type { ChildProcess } from "node:child_process";
import type { Service } from "./aws-endpoint.ts";
import { startEngine } from "./dynamodb-engine.ts";
import { StartupFailure } from "./failure.ts";
import { ACCOUNT, REGION, type Template } from "./template.ts";

type Json = Record<string, unknown>;
type Keyed = { TableName?: string; Key?: Json; Item?: Json };

export class DynamoDb {
  readonly endpoint: string;
  readonly #process: ChildProcess | undefined;
  readonly #streams = new Map<string, string>();

  private constructor(endpoint: string, process?: ChildProcess) {
    this.endpoint = endpoint;
    this.#process = process;
  }

  /** The engine at `DYNAMODB_ENDPOINT` if that is set, else one of our own over a file in the data folder. */
  static async start(dataDir: string, stopped: () => void): Promise<DynamoDb> {
    const given = process.env.DYNAMODB_ENDPOINT;
    if (given) return new DynamoDb(given);

    const { port, child } = await startEngine(dataDir, stopped);
    return new DynamoDb(`http://127.0.0.1:${port}`, child);
  }

  stop(): void {
    this.#process?.stdin?.end();
  }

  /** One call of DynamoDB's own protocol, with nobody's rights checked. */
  async call(target: string, body: Json): Promise<{ status: number; body: Json }> {
    const response = await fetch(this.endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": target,
        "x-amz-date": "20260101T000000Z",
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  async #must(operation: string, body: Json): Promise<Json> {
    const { status, body: reply } = await this.call(`DynamoDB_20120810.${operation}`, body);
    if (status !== 200)
      throw new StartupFailure(`The database refused ${operation}: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** Creates the template's tables, those that are not there from an earlier run. */
  async createTables(template: Template): Promise<void> {
    for (const id of template.ids("AWS::DynamoDB::Table")) {
      const { properties } = template.resource(id);
      const { StreamSpecification, TimeToLiveSpecification: ttl } = properties as Record<
        string,
        Json | undefined
      >;
      const existing = (await this.#must("ListTables", {})).TableNames as string[];
      if (!existing.includes(id)) {
        await this.#must("CreateTable", {
          TableName: id,
          KeySchema: properties.KeySchema,
          AttributeDefinitions: properties.AttributeDefinitions,
          GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
          BillingMode: properties.BillingMode,
          StreamSpecification: StreamSpecification && { ...StreamSpecification, StreamEnabled: true },
        });
        if (ttl) {
          const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
          await this.#must("UpdateTimeToLive", { TableName: id, TimeToLiveSpecification });
        }
      }
      const { Table } = (await this.#must("DescribeTable", { TableName: id })) as {
        Table: Record<string, string>;
      };
      this.#streams.set(id, Table.LatestStreamArn ?? "");
      template.provide(id, { ref: id, Arn: tableArn(id), StreamArn: Table.LatestStreamArn ?? "" });
    }
  }

  /** Deletes what has expired by `now`, as DynamoDB does some time after. The engine's own sweep follows the wall clock. */
  async sweepExpired(template: Template, now: Date): Promise<void> {
    for (const { id, properties } of template.ofType("AWS::DynamoDB::Table")) {
      const ttl = (properties.TimeToLiveSpecification as Json | undefined)?.AttributeName;
      if (!ttl) continue;
      const keyNames = (properties.KeySchema as { AttributeName: string }[]).map(
        ({ AttributeName }) => AttributeName,
      );
      const expired = await this.#must("Scan", {
        TableName: id,
        FilterExpression: "#ttl < :now",
        ExpressionAttributeNames: { "#ttl": ttl },
        ExpressionAttributeValues: { ":now": { N: String(Math.floor(now.getTime() / 1000)) } },
      });
      for (const item of expired.Items as Json[]) {
        const Key = Object.fromEntries(keyNames.map((name) => [name, item[name]]));
        await this.#must("DeleteItem", { TableName: id, Key });
      }
    }
  }

  tableService(): Service {
    return {
      target: "DynamoDB_20120810",
      iamPrefix: "dynamodb",
      touches,
      perform: (operation, body) =>
        this.call(`DynamoDB_20120810.${operation}`, { ...body, ReturnConsumedCapacity: "TOTAL" }),
    };
  }

  /** The engine's iterator is base64 of JSON that names the table. */
  #streamOf({ StreamArn, ShardIterator }: Json): string {
    if (StreamArn) return String(StreamArn);
    const { table_name = "" } = JSON.parse(Buffer.from(String(ShardIterator), "base64").toString());
    return this.#streams.get(table_name) ?? "";
  }

  streamService(): Service {
    return {
      target: "DynamoDBStreams_20120810",
      iamPrefix: "dynamodb",
      touches: (operation, body) => [
        {
          action: `dynamodb:${operation}`,
          resource: operation === "ListStreams" ? "*" : this.#streamOf(body),
        },
      ],
      perform: (operation, body) => this.call(`DynamoDBStreams_20120810.${operation}`, body),
    };
  }
}

const tableArn = (name: string) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;

/** What IAM judges of a request: a transaction is its items' actions, each on its own key. */
function touches(operation: string, body: Json) {
  const touch = (action: string, { TableName = "", Key, Item }: Keyed, keys = partitionKey(Key ?? Item)) => ({
    action: `dynamodb:${action}`,
    resource: tableArn(TableName),
    leadingKeys: keys,
  });
  if (operation === "TransactWriteItems") {
    return (body.TransactItems as Record<string, Keyed>[]).flatMap((item) =>
      Object.entries(item).map(([kind, keyed]) =>
        touch(kind === "ConditionCheck" ? "ConditionCheckItem" : `${kind}Item`, keyed),
      ),
    );
  }
  if (operation === "TransactGetItems") {
    return (body.TransactItems as { Get: Keyed }[]).map(({ Get }) => touch("GetItem", Get));
  }
  if (operation === "Query") return [touch(operation, body, queriedKey(body))];
  return [touch(operation, body)];
}

const partitionKey = (item: Json | undefined) => {
  const pk = item?.pk as { S?: string } | undefined;
  return pk?.S === undefined ? [] : [pk.S];
};

function queriedKey({ KeyConditionExpression = "", ExpressionAttributeValues = {} }: Json): string[] {
  const [, placeholder = ""] = /^\s*\S+\s*=\s*(:\w+)/.exec(String(KeyConditionExpression)) ?? [];
  const value = (ExpressionAttributeValues as Record<string, { S?: string }>)[placeholder];
  return value?.S === undefined ? [] : [value.S];
}

import type { ChildProcess } from "node:child_process";
import { ask } from "../base/ask.ts";
import { StartupFailure } from "../base/failure.ts";
import { ACCOUNT, REGION, type Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import { type Anchor, virtualAt } from "../time/clock.ts";
import { iamChecksOf } from "./dynamodb-access.ts";
import { startEngine } from "./dynamodb-engine.ts";
import { deleteTables, hashKeysOf, updateTable } from "./dynamodb-indexes.ts";
import { deleteExpired } from "./expiry.ts";
import { keyNamesOf, tablesOf } from "./tables.ts";
import { transactionProblem } from "./transaction-check.ts";
import { Writes } from "./writes.ts";

type Json = Record<string, unknown>;

export class DynamoDb implements Engine {
  readonly endpoint: string;
  readonly #process: ChildProcess | undefined;
  readonly #streams = new Map<string, string>();
  readonly #hashKeys = new Map<string, string>();
  readonly tables = new Map<string, string[]>();
  readonly writes = new Writes();
  /** What the tables say of their recovery. The engine has none. */
  recovers = true;
  #calls = 0;

  private constructor(endpoint: string, process?: ChildProcess) {
    this.endpoint = endpoint;
    this.#process = process;
  }

  /** Uses the engine at `DYNAMODB_ENDPOINT` if set, or else starts one over a file in the data folder. */
  static async start(dataDir: string, stopped: () => void, host = "127.0.0.1"): Promise<DynamoDb> {
    const address = process.env.DYNAMODB_ENDPOINT;
    if (address) return DynamoDb.at(address);

    const { port, child } = await startEngine(dataDir, host, stopped);
    return new DynamoDb(`http://${host}:${port}`, child);
  }

  static at = (endpoint: string): DynamoDb => new DynamoDb(endpoint);

  stop(): void {
    this.#process?.stdin?.end();
  }

  /** One call in DynamoDB's own protocol, without IAM. */
  async call(target: string, body: Json): Promise<{ status: number; body: Json }> {
    this.#calls++;
    try {
      return await this.#ask(target, body);
    } finally {
      this.#calls--;
      if (/Put|Update|Delete|Write/.test(target)) this.writes.add();
    }
  }

  /** Calls may outlast the function that made them. */
  underWay = (): string | undefined => (this.#calls > 0 ? "calls of DynamoDB" : undefined);

  async #ask(target: string, body: Json): Promise<{ status: number; body: Json }> {
    const { status, text } = await ask(
      this.endpoint,
      {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": target,
        "x-amz-date": "20260101T000000Z",
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
      },
      JSON.stringify(body),
    );
    return { status, body: JSON.parse(text) };
  }

  #must = async (operation: string, body: Json): Promise<Json> => {
    const { status, body: reply } = await this.call(`DynamoDB_20120810.${operation}`, body);
    if (status !== 200)
      throw new StartupFailure(`The database engine refused ${operation}: ${JSON.stringify(reply)}`);
    return reply;
  };

  async create(template: Template): Promise<void> {
    for (const { id, name: TableName, properties } of tablesOf(template)) {
      const { StreamSpecification, TimeToLiveSpecification: ttl } = properties as Record<
        string,
        Json | undefined
      >;
      this.tables.set(TableName, keyNamesOf(properties));
      for (const [name, key] of hashKeysOf(TableName, properties)) this.#hashKeys.set(name, key);
      const existing = (await this.#must("ListTables", {})).TableNames as string[];
      if (existing.includes(TableName)) {
        await updateTable(TableName, properties, this.#must);
      } else {
        await this.#must("CreateTable", {
          TableName,
          KeySchema: properties.KeySchema,
          AttributeDefinitions: properties.AttributeDefinitions,
          GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
          BillingMode: properties.BillingMode,
          StreamSpecification: StreamSpecification && { ...StreamSpecification, StreamEnabled: true },
        });
        if (ttl) {
          const TimeToLiveSpecification = { AttributeName: ttl.AttributeName, Enabled: true };
          await this.#must("UpdateTimeToLive", { TableName, TimeToLiveSpecification });
        }
      }
      const { Table } = (await this.#must("DescribeTable", { TableName })) as {
        Table: Record<string, string>;
      };
      const StreamArn = Table.LatestStreamArn ?? "";
      this.#streams.set(TableName, StreamArn);
      template.provide(id, { ref: TableName, Arn: tableArn(TableName), StreamArn });
    }
  }

  deleteTables = (template: Template): Promise<void> => deleteTables(template, this.#must);

  sweepExpired = (template: Template, now: Date): Promise<void> => deleteExpired(template, now, this.#must);

  tableService(): Service {
    return {
      target: "DynamoDB_20120810",
      iamPrefix: "dynamodb",
      iamChecks: (operation, body) => iamChecksOf(operation, body, tableArn, this.#hashKey),
      perform: this.perform,
    };
  }

  perform = async (operation: string, body: Json): Promise<{ status: number; body: Json }> => {
    if (operation === "DescribeContinuousBackups") return recoveryOf(this.recovers);
    const problem = transactionProblem(operation, body);
    if (problem) return problem;
    return this.call(`DynamoDB_20120810.${operation}`, { ...body, ReturnConsumedCapacity: "INDEXES" });
  };

  #hashKey = (table: string, index?: string): string =>
    this.#hashKeys.get(index ? `${table}/${index}` : table) ?? "";

  #streamOf({ StreamArn, ShardIterator }: Json): string {
    if (StreamArn) return String(StreamArn);
    const { table_name = "" } = JSON.parse(Buffer.from(String(ShardIterator), "base64").toString());
    return this.#streams.get(table_name) ?? "";
  }

  /** Dates its records by `clock`, as everything else is. */
  streamService(clock: Anchor): Service {
    return {
      target: "DynamoDBStreams_20120810",
      iamPrefix: "dynamodb",
      iamChecks: (operation, body) => [
        {
          action: `dynamodb:${operation}`,
          resource: operation === "ListStreams" ? "*" : this.#streamOf(body),
        },
      ],
      perform: async (operation, body) => {
        const answer = await this.call(`DynamoDBStreams_20120810.${operation}`, body);
        const { Records } = answer.body as { Records?: Dated[] };
        return Records
          ? { ...answer, body: { ...answer.body, Records: Records.map(onClock(clock)) } }
          : answer;
      },
    };
  }
}

const recoveryOf = (isOn: boolean) => {
  const PointInTimeRecoveryDescription = { PointInTimeRecoveryStatus: isOn ? "ENABLED" : "DISABLED" };
  const description = { ContinuousBackupsStatus: "ENABLED", PointInTimeRecoveryDescription };
  return { status: 200, body: { ContinuousBackupsDescription: description } };
};

type Dated = Json & { dynamodb: Json & { ApproximateCreationDateTime: number } };

/** Rounds up: the engine dates records in whole seconds of real time, and none may look too old. */
const onClock =
  (clock: Anchor) =>
  (record: Dated): Dated => {
    const endOfSecond = (record.dynamodb.ApproximateCreationDateTime + 1) * 1000;
    const created = Math.min(Date.now(), virtualAt(clock, endOfSecond)) / 1000;
    return { ...record, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: created } };
  };

const tableArn = (name: string) => `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${name}`;

import { scanned, type TableCall } from "../dynamodb/scan.ts";

type Json = Record<string, unknown>;

const MAX_WRITTEN = 25;

/** Keeps one instant of DynamoDB's 35 days. A restore copies it into a new table. */
export class RecoveryPoint {
  readonly #perform: TableCall;
  #items: Json[] = [];
  #table: Json = {};

  constructor(perform: TableCall) {
    this.#perform = perform;
  }

  async take(TableName: string): Promise<void> {
    const { Table } = await this.#perform("DescribeTable", { TableName });
    const items: Json[] = [];
    for await (const page of scanned(this.#perform, { TableName })) items.push(...page);
    [this.#table, this.#items] = [Table as Json, items];
  }

  async restore(TableName: string): Promise<Json> {
    const KeySchema = this.#table.KeySchema as { AttributeName: string }[];
    const AttributeDefinitions = KeySchema.map(({ AttributeName }) => ({
      AttributeName,
      AttributeType: "S",
    }));
    const table = { TableName, KeySchema, AttributeDefinitions, BillingMode: "PAY_PER_REQUEST" };
    const { TableDescription } = await this.#perform("CreateTable", table);
    for (let i = 0; i < this.#items.length; i += MAX_WRITTEN) {
      const puts = this.#items.slice(i, i + MAX_WRITTEN).map((Item) => ({ PutRequest: { Item } }));
      await this.#perform("BatchWriteItem", { RequestItems: { [TableName]: puts } });
    }
    return { TableDescription };
  }
}

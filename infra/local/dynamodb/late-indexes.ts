import type { Agenda } from "../time/agenda.ts";
import { scanned, type TableCall } from "./scan.ts";

type Json = Record<string, unknown>;
type Keyed = { TableName: string; Key?: Json; Item?: Json };
type Parts = {
  ms: number;
  agenda: Agenda;
  tables: Map<string, string[]>;
  call: TableCall;
};

/** A global index lags on AWS. Here its queries read a copy, which every write reaches `ms` later. */
export class LateIndexes {
  readonly #call: TableCall;
  readonly #ms: number;
  readonly #agenda: Agenda;
  readonly #planned = new Set<() => void>();
  readonly #tables: Map<string, string[]>;

  constructor({ ms, agenda, tables, call }: Parts) {
    this.#ms = ms;
    this.#agenda = agenda;
    this.#tables = tables;
    this.#call = call;
  }

  /** Makes the copies. `wrote` must already receive the writes that happen meanwhile. */
  async start(): Promise<void> {
    const { TableNames } = (await this.#call("ListTables", {})) as { TableNames: string[] };
    for (const name of this.#tables.keys()) {
      if (TableNames.includes(copyOf(name))) await this.#call("DeleteTable", { TableName: copyOf(name) });
      const { Table } = (await this.#call("DescribeTable", { TableName: name })) as { Table: Json };
      const indexes = (Table.GlobalSecondaryIndexes ?? []) as Json[];
      await this.#call("CreateTable", {
        TableName: copyOf(name),
        KeySchema: Table.KeySchema,
        AttributeDefinitions: Table.AttributeDefinitions,
        BillingMode: "PAY_PER_REQUEST",
        GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      });
      for await (const page of scanned(this.#call, { TableName: name }))
        for (const Item of page) await this.#call("PutItem", { TableName: copyOf(name), Item });
    }
  }

  async stop(): Promise<void> {
    for (const cancel of this.#planned) cancel();
    for (const name of this.#tables.keys()) await this.#call("DeleteTable", { TableName: copyOf(name) });
  }

  redirect = (body: Json): Json =>
    body.IndexName === undefined ? body : { ...body, TableName: copyOf(String(body.TableName)) };

  async wrote(operation: string, body: Json): Promise<void> {
    for (const { TableName, Key, Item } of writtenBy(operation, body)) {
      const keys = this.#tables.get(TableName);
      const source = (Key ?? Item) as Json;
      if (!keys) continue;
      const key = Object.fromEntries(keys.map((name) => [name, source[name]]));
      const now = await this.#call("GetItem", { TableName, Key: key, ConsistentRead: true });
      const cancel = this.#agenda.at(Date.now() + this.#ms, () => {
        this.#planned.delete(cancel);
        const followed = now.Item
          ? this.#call("PutItem", { TableName: copyOf(TableName), Item: now.Item })
          : this.#call("DeleteItem", { TableName: copyOf(TableName), Key: key });
        // `stop` may have deleted the copy.
        followed.catch(() => {});
      });
      this.#planned.add(cancel);
    }
  }
}

const copyOf = (table: string) => `${table}-late`;

function writtenBy(operation: string, body: Json): Keyed[] {
  if (["PutItem", "UpdateItem", "DeleteItem"].includes(operation)) return [body as Keyed];
  if (operation === "TransactWriteItems")
    return (body.TransactItems as Record<string, Keyed>[]).flatMap((item) => Object.values(item));
  if (operation === "BatchWriteItem") {
    return Object.entries(body.RequestItems as Record<string, Record<string, Keyed>[]>).flatMap(
      ([TableName, requests]) =>
        requests.flatMap((request) => Object.values(request).map((keyed) => ({ ...keyed, TableName }))),
    );
  }
  return [];
}

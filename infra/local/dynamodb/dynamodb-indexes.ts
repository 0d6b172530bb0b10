import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { StartupFailure } from "../base/failure.ts";
import type { Properties, Template } from "../base/template.ts";
import type { TableCall } from "./scan.ts";
import { tablesOf } from "./tables.ts";

type Json = Record<string, unknown>;
type KeySchema = { AttributeName: string; KeyType: string }[];
type Projection = { ProjectionType?: string; NonKeyAttributes?: string[] };
type Index = { IndexName: string; KeySchema: KeySchema; Projection: Projection };
type Table = {
  KeySchema: KeySchema;
  StreamSpecification?: { StreamViewType: string };
  GlobalSecondaryIndexes?: (Index & { IndexStatus: string })[];
};

export function hashKeysOf(table: string, properties: Properties): [string, string][] {
  const { KeySchema, GlobalSecondaryIndexes = [] } = properties;
  return [
    [table, hashKey(KeySchema as KeySchema)],
    ...(GlobalSecondaryIndexes as Index[]).map((index): [string, string] => [
      `${table}/${index.IndexName}`,
      hashKey(index.KeySchema),
    ]),
  ];
}

/** The engine fills them. Refuses what no stored table can follow: functions would read other items. */
export async function updateTable(TableName: string, properties: Properties, call: TableCall): Promise<void> {
  const { AttributeDefinitions, GlobalSecondaryIndexes = [] } = properties;
  const expected = GlobalSecondaryIndexes as Index[];
  const stored = await describe(TableName, call);
  requireSame(TableName, properties, stored);
  const existing = stored.GlobalSecondaryIndexes ?? [];
  for (const { IndexName, KeySchema, Projection } of existing) {
    const same = expected.find((index) => index.IndexName === IndexName);
    const refuse = (what: string): never => {
      throw new StartupFailure(
        `The ${what} of the index ${IndexName} differ from the stored table's. Give the index another name, or start with --reset.`,
      );
    };
    if (same && !isDeepStrictEqual(same.KeySchema, KeySchema)) refuse("keys");
    if (same && projected(same.Projection) !== projected(Projection)) refuse("projected attributes");
    if (!same) await update({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }, call);
  }
  for (const Create of expected) {
    if (existing.some(({ IndexName }) => IndexName === Create.IndexName)) continue;
    await update({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }, call);
  }
}

export async function deleteTables(template: Template, call: TableCall): Promise<void> {
  const { TableNames } = (await call("ListTables", {})) as { TableNames: string[] };
  for (const { name: TableName } of tablesOf(template))
    if (TableNames.includes(TableName)) await call("DeleteTable", { TableName });
}

const hashKey = (schema: KeySchema): string =>
  schema.find(({ KeyType }) => KeyType === "HASH")?.AttributeName ?? "";

/** An engine may list the attributes in another order. */
const projected = ({ ProjectionType, NonKeyAttributes = [] }: Projection): string =>
  [ProjectionType, ...NonKeyAttributes.toSorted()].join();

/** A table keeps a stream that the template no longer has: nothing reads it. */
function requireSame(name: string, expected: Properties, stored: Table): void {
  const { KeySchema, StreamSpecification } = expected;
  const refuse = (what: string): never => {
    throw new StartupFailure(
      `${what} of the table ${name} differ from the stored table's. Start with --reset.`,
    );
  };
  if (!isDeepStrictEqual(KeySchema, stored.KeySchema)) refuse("The keys");
  const stream = StreamSpecification as Table["StreamSpecification"];
  if (stream && stream.StreamViewType !== stored.StreamSpecification?.StreamViewType)
    refuse("The stream's images");
}

async function describe(TableName: string, call: TableCall): Promise<Table> {
  const { Table } = (await call("DescribeTable", { TableName })) as { Table: Table };
  return Table;
}

async function update(body: Json & { TableName: string }, call: TableCall): Promise<void> {
  await call("UpdateTable", body);
  for (;;) {
    const { GlobalSecondaryIndexes = [] } = await describe(body.TableName, call);
    if (GlobalSecondaryIndexes.every(({ IndexStatus }) => IndexStatus === "ACTIVE")) return;
    await sleep(100);
  }
}

import type { Template } from "../base/template.ts";
import type { Engine } from "../platform/engine.ts";
import type { Agenda } from "../time/agenda.ts";
import { scanned, type TableCall } from "./scan.ts";
import { keyNamesOf, tablesOf } from "./tables.ts";

type Json = Record<string, unknown>;

/** Without a limit, the engine reads the rest of the table for each page, and requests wait for seconds. */
const PAGE = 500;
/** DynamoDB deletes expired items within a few days. A sweep reads the whole table. */
const SWEEP_EVERY_MS = 21_600_000;

type Parts = {
  sweepExpired: (template: Template, now: Date) => Promise<void>;
  agenda: Agenda;
  warn: (message: string) => void;
};

export function expiry({ sweepExpired, agenda, warn }: Parts): Engine {
  let present: Template | undefined;
  const sweep = async (template: Template): Promise<void> => {
    await sweepExpired(template, new Date()).catch((error: unknown) => warn(String(error)));
    agenda.at(Date.now() + SWEEP_EVERY_MS, () => void sweep(present ?? template));
  };
  return {
    follow: (template) => {
      if (!present) void sweep(template);
      present = template;
    },
  };
}

export async function deleteExpired(template: Template, now: Date, call: TableCall): Promise<void> {
  for (const { name: TableName, properties } of tablesOf(template)) {
    const ttl = (properties.TimeToLiveSpecification as Json | undefined)?.AttributeName;
    if (!ttl) continue;
    const keyNames = keyNamesOf(properties);
    const expired = {
      TableName,
      FilterExpression: "#ttl < :now",
      ExpressionAttributeNames: { "#ttl": ttl },
      ExpressionAttributeValues: { ":now": { N: String(Math.floor(now.getTime() / 1000)) } },
    };
    for await (const page of scanned(call, { ...expired, Limit: PAGE }))
      for (const item of page) {
        const Key = Object.fromEntries(keyNames.map((name) => [name, item[name]]));
        const { FilterExpression: ConditionExpression, ...condition } = expired;
        // A request may have renewed the item since the scan.
        await call("DeleteItem", { ...condition, Key, ConditionExpression }).catch(ifRenewed);
      }
  }
}

function ifRenewed(error: Error): void {
  if (!error.message.includes("ConditionalCheckFailedException")) throw error;
}

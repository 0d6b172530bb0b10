import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../domain/item/owner.ts";
import { findDeletedTotals } from "../driver/deleted-drivers.ts";
import { keys } from "../keys/keys.ts";
import { exists } from "../table/expressions.ts";
import { table } from "../table/table.ts";
import { change } from "../table/writes.ts";
import { findTaxDocument } from "./tax-documents.ts";

/** Lets the tax documents of a deleted driver expire with the driver's record. A repeat changes nothing. */
export async function moveDocumentsToExpiring(owner: Owner, driverId: string): Promise<void> {
  const record = await findDeletedTotals(owner, driverId);
  if (record?.ttl === undefined) return;
  for (const [name, newest] of Object.entries(record)) {
    const [, year] = /^form_(\d{4})$/.exec(name) ?? [];
    if (year) await expireChain(owner, Number(year), String(newest), Number(record.ttl));
  }
}

/** Each document names the one that it corrects. */
async function expireChain(owner: Owner, year: number, newest: string, ttl: number): Promise<void> {
  for (let id: string | undefined = newest; id !== undefined; ) {
    const document = await findTaxDocument(owner, year, id);
    if (!document) return;
    const { Update } = change(keys.taxDocument(owner, year, id), { set: { ttl }, when: exists });
    await table.send(new UpdateCommand(Update));
    id = document.corrects;
  }
}

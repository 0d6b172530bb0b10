import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { AuditRecord, type AuditResult } from "../../domain/audit/audit-record.ts";
import { firstIdAfter } from "../../domain/item/ids.ts";
import { keys, monthsSince } from "../keys/keys.ts";
import { exists } from "../table/expressions.ts";
import { newest } from "../table/pages.ts";
import { table, transact, ttlAt } from "../table/table.ts";
import { change, putNew } from "../table/writes.ts";

/** AWS accepts a signature for 15 minutes. */
const SIGNATURE_SECONDS = 60 * 60;

/** `signature`: the request's hash. Returns false, and puts nothing, when an earlier request had the same. */
export async function putAuditStarted(record: AuditRecord, signature: string): Promise<boolean> {
  const conflict = await transact([
    putNew({ ...keys.audit(record.at, record.audit_id), ...record }),
    putNew({ ...keys.auditSignature(signature), ttl: ttlAt(record.at, SIGNATURE_SECONDS) }),
  ]);
  return conflict === undefined;
}

export async function moveAuditToEnded(
  { at, audit_id }: AuditRecord,
  result: AuditResult,
  objects: readonly string[],
  now: Date,
): Promise<void> {
  const set = { result, objects, ended_at: now.toISOString() };
  await table.send(new UpdateCommand(change(keys.audit(at, audit_id), { set, when: exists }).Update));
}

export async function listAuditRecords(
  since: Date,
  { now, command, limit }: { now: Date; command?: string | undefined; limit: number },
): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  const from = firstIdAfter("aud_", new Date(since.getTime() - 1).toISOString());
  for (const partition of monthsSince("audit", since, now)) {
    const where = command === undefined ? undefined : { command };
    const { data } = await newest({ partition, from, ...(where && { where }) }, limit - records.length);
    records.push(...data.map((item) => AuditRecord.parse(item)));
    if (records.length >= limit) break;
  }
  return records;
}

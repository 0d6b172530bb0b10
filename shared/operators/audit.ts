import { resultInWords } from "../domain/audit/audit-record.ts";
import { instantSince } from "../domain/time/since.ts";
import { listAuditRecords } from "../store/audit/audit.ts";
import { numbered } from "./numbered.ts";
import type { List } from "./list-answer.ts";

const MAX = 100;

export const listAuditRun: List<"audit"> = async ({ since = "30d", command }, { now }) => {
  const from = instantSince(since, now) ?? now;
  const records = await listAuditRecords(from, { now, command, limit: MAX });
  const data = records.map(({ at, caller, command: name, objects, reason, result, dry_run, revealed }) => ({
    at,
    command: dry_run ? `${name} (dry run)` : revealed ? `${name} (revealed)` : name,
    result: resultInWords({ dry_run, result }),
    caller,
    objects: objects.join(" "),
    reason,
  }));
  const most = data.length === MAX ? `. These are the newest ${MAX}` : "";
  return { ok: true, message: `${numbered(data.length, "action")} since ${from.toISOString()}${most}`, data };
};

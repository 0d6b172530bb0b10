import type { listAuditCommand } from "../contract/operators/audit-commands.ts";
import { instantSince } from "../domain/since.ts";
import { listAuditRecords } from "../store/audit/audit.ts";
import { numbered } from "./numbered.ts";
import type { Run } from "./serve/command-run.ts";

const MAX = 100;

export const listAuditRun: Run<typeof listAuditCommand> = async ({ since = "30d", command }, { now }) => {
  const from = instantSince(since, now) ?? now;
  const records = await listAuditRecords(from, { now, command, limit: MAX });
  const data = records.map(({ at, caller, command: name, objects, reason, result, dry_run, revealed }) => ({
    at,
    command: dry_run ? `${name} (dry run)` : revealed ? `${name} (revealed)` : name,
    result,
    caller,
    objects: objects.join(" "),
    reason,
  }));
  const most = data.length === MAX ? `. These are the newest ${MAX}` : "";
  return { ok: true, message: `${numbered(data.length, "action")} since ${from.toISOString()}${most}`, data };
};

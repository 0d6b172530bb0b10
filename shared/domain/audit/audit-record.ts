import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Instant } from "../text.ts";

/** `started`: its function ended too early. `refused`: by a rule. `failed`: a fault, perhaps midway. */
const AuditResult = z.enum(["started", "done", "refused", "failed"]);
export type AuditResult = z.infer<typeof AuditResult>;

/** One action of a person with rights over others' data. It names objects by id or hash, never by address. */
export const AuditRecord = z.object({
  audit_id: z.string(),
  at: Instant,
  caller: z.string(),
  command: z.string(),
  objects: z.array(z.string()),
  reason: z.optional(z.string()),
  dry_run: z.optional(z.boolean()),
  revealed: z.optional(z.boolean()),
  result: AuditResult,
  ended_at: z.optional(Instant),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

export const auditStarted = (
  action: Pick<AuditRecord, "caller" | "command" | "objects" | "reason" | "dry_run" | "revealed">,
  now: Date,
): AuditRecord => ({
  audit_id: sortableId("aud_", now),
  at: now.toISOString(),
  ...action,
  result: "started",
});

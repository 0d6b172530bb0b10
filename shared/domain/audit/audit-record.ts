import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";

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

/** In words: a dry run did nothing. Stored records keep the result that older releases read. */
export const resultInWords = ({ dry_run, result }: Pick<AuditRecord, "dry_run" | "result">): string =>
  dry_run && result === "done" ? "previewed" : result;

export const auditStarted = (
  action: Pick<AuditRecord, "caller" | "command" | "objects" | "reason" | "dry_run" | "revealed">,
  now: Date,
): AuditRecord => ({
  audit_id: sortableId("aud_", now),
  at: now.toISOString(),
  ...action,
  result: "started",
});

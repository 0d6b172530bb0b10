import * as z from "zod/mini";
import type { AuditRecord } from "../audit/audit-record.ts";
import { sortableId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { isAccountId } from "./account.ts";

/** `started`: the action began, and its function ended or failed before it recorded the result. */
const ActivityResult = z.enum(["started", "done", "refused", "failed"]);
export type ActivityResult = z.infer<typeof ActivityResult>;

/** By a member, or by an operator, whom only the audit record names. Persons are named by member id. */
export const MemberActivity = z.object({
  activity_id: z.string(),
  account_id: z.string(),
  at: Instant,
  member_id: z.optional(z.string()),
  session_id: z.optional(z.string()),
  /** The route, such as `POST /developers/keys/test/{id}/revoke`, or the operator's command. */
  action: z.string(),
  objects: z.array(z.string()),
  /** The request's id, or that of the operators' audit record. */
  request_id: z.string(),
  result: ActivityResult,
  ended_at: z.optional(Instant),
});
export type MemberActivity = z.infer<typeof MemberActivity>;

/** The member in the record of a sandbox of the documentation, which has none yet. */
export const NO_MEMBER = "none";

export const startedActivity = (
  of: Omit<MemberActivity, "activity_id" | "at" | "result" | "ended_at">,
  now: Date,
): MemberActivity => ({
  activity_id: sortableId("act_", now),
  at: now.toISOString(),
  ...of,
  result: "started",
});

/** An operator's change, as the accounts that it concerns see it. */
export const operatorActivities = ({
  audit_id,
  at,
  command,
  objects,
  result,
  ended_at,
}: AuditRecord): MemberActivity[] =>
  objects.filter(isAccountId).map((account_id) => ({
    activity_id: sortableId("act_", new Date(at)),
    account_id,
    at,
    action: command,
    objects: objects.filter((id) => id !== account_id && /^(key|wh|mbr|drv)_/.test(id)),
    request_id: audit_id,
    result,
    ended_at,
  }));

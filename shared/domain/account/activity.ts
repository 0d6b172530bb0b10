import * as z from "zod/mini";
import { sortableId } from "../ids.ts";
import { Instant } from "../text.ts";

/** `started`: the action began, and its function ended before it could say how. */
const ActivityResult = z.enum(["started", "done", "refused", "failed"]);
export type ActivityResult = z.infer<typeof ActivityResult>;

/** A change that a member made in the dashboard. It names objects by id, and persons by their member's id. */
export const MemberActivity = z.object({
  activity_id: z.string(),
  account_id: z.string(),
  at: Instant,
  member_id: z.string(),
  session_id: z.string(),
  /** The route, such as `POST /developers/keys/test/{id}/revoke`. */
  action: z.string(),
  /** The ids in the path. */
  objects: z.array(z.string()),
  request_id: z.string(),
  result: ActivityResult,
  ended_at: z.optional(Instant),
});
export type MemberActivity = z.infer<typeof MemberActivity>;

export const startedActivity = (
  of: Pick<MemberActivity, "account_id" | "member_id" | "session_id" | "action" | "objects" | "request_id">,
  now: Date,
): MemberActivity => ({
  activity_id: sortableId("act_", now),
  at: now.toISOString(),
  ...of,
  result: "started",
});

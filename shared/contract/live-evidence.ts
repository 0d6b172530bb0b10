import type { Access } from "../domain/access/noun.ts";

export const LIVE_EVIDENCE = {
  account_profile: ["get"],
  api_key: ["collect"],
  member: ["query"],
  webhook: ["query"],
  delivery: ["query", "collect"],
  event: ["query"],
  payment: ["search_by_status"],
} as const satisfies Access;

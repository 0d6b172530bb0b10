import type { Access } from "../domain/noun.ts";

/** What shows whether an account is ready for live mode. */
export const LIVE_EVIDENCE = {
  account_profile: ["get"],
  api_key: ["collect"],
  member: ["query"],
  webhook: ["query"],
  delivery: ["query", "collect"],
  event: ["query"],
  payment: ["search_by_status"],
} as const satisfies Access;

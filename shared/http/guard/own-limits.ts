import { payFormLimit } from "../../contract/open-routes.ts";
import { replayLimit } from "../../domain/event/replay.ts";
import type { Window } from "../../domain/limit/window.ts";
import { isDryRun } from "../../store/table/dry-run.ts";
import { admit } from "../../store/table/limits.ts";
import { admitOrUnavailable, tooMany } from "./rate-limit.ts";

/** For the API's operation and the dashboard's button. */
export const limitReplays = (endpointId: string, now: Date): Promise<void> =>
  limitKey(
    "replay-webhook",
    endpointId,
    replayLimit,
    now,
    `An endpoint can be replayed ${replayLimit.count} times an hour.`,
  );

export const limitPayForms = (accountId: string, now: Date): Promise<void> =>
  limitKey(
    "pay-forms",
    accountId,
    payFormLimit,
    now,
    `An account makes at most ${payFormLimit.count} payouts per minute in the dashboard.`,
  );

/** Or throws a 429 that begins with `why`. A dry run does not do what these limits count. */
export async function limitKey(
  name: string,
  key: string,
  window: Window,
  now: Date,
  why: string,
): Promise<void> {
  if (isDryRun()) return;
  const op = { name, method: "POST" };
  const limited = await admitOrUnavailable(op, () => admit(name, key, [window], now));
  if (limited) throw tooMany(op, { range: "default", limited, now }, why);
}

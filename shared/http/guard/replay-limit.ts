import { Problem } from "../../contract/errors.ts";
import { replayLimit } from "../../domain/event/replay.ts";
import { admit } from "../../store/table/limits.ts";
import { admitOrUnavailable, secondsUntil } from "./rate-limit.ts";

/** What the API's operation and the dashboard's button count as. */
const counted = { name: "replay-webhook", method: "POST" } as const;

export async function limitReplays(endpointId: string, now: Date): Promise<void> {
  const limited = await admitOrUnavailable(counted, () =>
    admit(counted.name, endpointId, [replayLimit], now),
  );
  if (!limited) return;
  const seconds = String(secondsUntil(limited, now));
  const message = `An endpoint can be replayed ${replayLimit.count} times an hour. Try again in ${seconds} s.`;
  throw new Problem("rate_limit_exceeded", message, null, { "retry-after": seconds });
}

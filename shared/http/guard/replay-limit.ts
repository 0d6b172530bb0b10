import { replayLimit } from "../../domain/event/replay.ts";
import { admit } from "../../store/table/limits.ts";
import { admitOrUnavailable, refusal } from "./rate-limit.ts";

/** What the API's operation and the dashboard's button count as. */
const counted = { name: "replay-webhook", method: "POST" } as const;

/** Counts a replay of an endpoint, or throws a 429 with the seconds to wait. */
export async function limitReplays(endpointId: string, now: Date): Promise<void> {
  const limited = await admitOrUnavailable(counted, () =>
    admit(counted.name, endpointId, [replayLimit], now),
  );
  if (!limited) return;
  const why = `An endpoint can be replayed ${replayLimit.count} times an hour.`;
  throw refusal(counted, { range: "endpoint", limited, now }, why);
}

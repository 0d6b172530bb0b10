import { firstIdAfter, idBefore, lastIdBefore } from "../item/ids.ts";
import { Mode, type Owner } from "../item/owner.ts";
import type { ReplayRequest } from "./outbox.ts";

type Replay = Owner & { endpoint_id: string; from: string; to: string };

/** A replay reads all events of its period, and tries to write each of them, also a delivered one. */
export const replayLimit = { count: 10, seconds: 60 * 60 } as const;

export const beginReplay = ({ account_id, mode, endpoint_id, since, until }: ReplayRequest): Replay => ({
  account_id,
  mode,
  endpoint_id,
  // `since` is inclusive.
  from: firstIdAfter("evt_", new Date(Date.parse(since) - 1).toISOString()),
  to: lastIdBefore("evt_", until),
});

export const restOf = (replay: Replay, last: string): Replay => ({ ...replay, to: idBefore(last) });

/** A replay as one string, for the timer that processes its result pages. */
export const replayCursor = ({ account_id, mode, endpoint_id, from, to }: Replay): string =>
  [account_id, mode, endpoint_id, from, to].join("#");

export function parseReplay(cursor: string): Replay {
  const [account_id = "", mode, endpoint_id = "", from = "", to = ""] = cursor.split("#");
  return { account_id, mode: Mode.parse(mode), endpoint_id, from, to };
}

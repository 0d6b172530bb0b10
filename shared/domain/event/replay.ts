import { firstIdAfter, idBefore, lastIdBefore } from "../ids.ts";
import { Mode, type Owner } from "../owner.ts";
import type { ReplayRequest } from "./outbox.ts";

/** A replay under way: the lowest and the highest id of the events that are still to be looked at. */
type Replay = Owner & { endpoint_id: string; from: string; to: string };

export const beginReplay = ({ account_id, mode, endpoint_id, since, until }: ReplayRequest): Replay => ({
  account_id,
  mode,
  endpoint_id,
  // An event of the very instant is meant too.
  from: firstIdAfter("evt_", new Date(Date.parse(since) - 1).toISOString()),
  to: lastIdBefore("evt_", until),
});

/** What is left after a page that ended with the event `last`: the newest come first. */
export const restOf = (replay: Replay, last: string): Replay => ({ ...replay, to: idBefore(last) });

/** A replay in one word, for the timer that turns its pages. */
export const replayCursor = ({ account_id, mode, endpoint_id, from, to }: Replay): string =>
  [account_id, mode, endpoint_id, from, to].join("#");

export function parseReplay(cursor: string): Replay {
  const [account_id = "", mode, endpoint_id = "", from = "", to = ""] = cursor.split("#");
  return { account_id, mode: Mode.parse(mode), endpoint_id, from, to };
}

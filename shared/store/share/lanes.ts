import { createHash } from "node:crypto";
import {
  afterOne,
  type EmailLane,
  emailsOf,
  laneRoom,
  mayGoAt,
  type Room,
  type ShareLane,
} from "../../domain/share/lane.ts";
import type { Window } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { untilWritten } from "../table/decided.ts";
import { above, absent, atMost, either, plus } from "../table/expressions.ts";
import { ofEnvironment } from "../table/environment.ts";
import { LimiterUnavailable, updateInTime } from "../table/one-shot.ts";
import { findItem } from "../table/reads.ts";
import { type ConditionFailure, Conflict, transact, type Write, type NamedWrites } from "../table/table.ts";
import { change } from "../table/writes.ts";

type Part = { name: string; room: Room };

/** A lane that admits more than this has several items, of which a network uses one. */
const MAX_A_SECOND = 10;

export function partOf(lane: ShareLane, { count, seconds }: Window, network: string): Part {
  const parts = Math.ceil(count / seconds / MAX_A_SECOND);
  const part = createHash("sha256").update(network).digest().readUInt32BE(4) % parts;
  return { name: `${lane}#${part}`, room: laneRoom({ count: Math.floor((count + part) / parts), seconds }) };
}

export const emailWindow = (lane: EmailLane): Window =>
  emailsOf(lane, Number(process.env.CONFIRMATIONS_PER_HOUR ?? 1_000));

const emailPart = (lane: EmailLane): Part => ({ name: lane, room: laneRoom(emailWindow(lane)) });

/** `full_at` by item, as this environment saw it last. It only grows, so what it refuses stays refused. */
const seen = ofEnvironment(() => new Map<string, number>());
const fullAt = ({ name }: Part): number => seen().get(name) ?? 0;

/** If the item is as this environment saw it: at rest, or filling up again and with room for the turn. */
function placeWrite(part: Part, turn: number, now: Date) {
  const at = now.getTime();
  const { every } = part.room;
  const isAtRest = fullAt(part) <= at;
  const latest = at - mayGoAt(turn, part.room, 0);
  return change(keys.lane(part.name), {
    set: { full_at: isAtRest ? at + every : plus(every) },
    when: isAtRest
      ? either({ full_at: absent }, { full_at: atMost(at) })
      : [{ full_at: above(at) }, { full_at: atMost(latest) }],
    found: true,
  });
}

const remember = ({ name }: Part, full_at: number): undefined => void seen().set(name, full_at);

const tookOne = (part: Part, now: Date): void =>
  remember(part, afterOne(part.room, fullAt(part), now.getTime()));

function fullUntil(part: Part, turn: number, now: Date): number | undefined {
  const until = mayGoAt(turn, part.room, fullAt(part));
  return until > now.getTime() ? until : undefined;
}

/**
 * Returns undefined, or the instant of the next room. One conditional write, and a second one if the lane
 * changed between rest and work since this environment saw it.
 */
export const takePlace = (part: Part, turn: number, now: Date): Promise<{ until: number } | undefined> =>
  untilWritten(
    async () => {
      const until = fullUntil(part, turn, now);
      if (until !== undefined) return { answer: { until } };
      const { met } = await updateInTime(placeWrite(part, turn, now));
      if (met) return remember(part, Number(met.full_at ?? 0));
      tookOne(part, now);
      return { answer: undefined };
    },
    () => new LimiterUnavailable("The lane kept changing"),
  );

/** In one transaction with the place. `waits`: no room. Else what failed besides the place. */
export function transactInLane<const Of extends NamedWrites>(
  lane: EmailLane,
  turn: number,
  writes: Of,
  now: Date,
): Promise<"done" | "waits" | ConditionFailure<Of>> {
  const part = emailPart(lane);
  return untilWritten<"done" | "waits" | ConditionFailure<Of>>(
    async () => {
      if (fullUntil(part, turn, now) !== undefined) return { answer: "waits" };
      const conflict = await transact<{ place: Write }>({ place: placeWrite(part, turn, now), ...writes });
      if (!conflict) {
        tookOne(part, now);
        return { answer: "done" };
      }
      const { place, ...others } = conflict.failed;
      if (place) remember(part, Number(conflict.found.place?.full_at ?? 0));
      return Object.values(others).some(Boolean) ? { answer: conflict as ConditionFailure<Of> } : undefined;
    },
    () => new Conflict("The lane kept changing"),
  );
}

/** Whether an email with this turn would wait now. It reads the lane's item as it was up to a second ago. */
export async function wouldWait(lane: EmailLane, turn: number, now: Date): Promise<boolean> {
  const part = emailPart(lane);
  const item = await findItem(keys.lane(part.name), { consistent: false });
  return mayGoAt(turn, part.room, Number(item?.full_at ?? 0)) > now.getTime();
}

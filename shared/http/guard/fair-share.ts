import { type EmailLane, keysOf, maxOfNetwork, type ShareLane } from "../../domain/share/lane.ts";
import { MINUTE, type Window } from "../../domain/limit/window.ts";
import { emailWindow, partOf, takePlace } from "../../store/share/lanes.ts";
import { returnTurn, type Turn, takeTurn } from "../../store/share/networks.ts";
import { isDryRun } from "../../store/table/dry-run.ts";
import { giveBack } from "../../store/table/limits.ts";
import { remembered } from "../../store/table/remembered.ts";
import type { Limitable } from "../serve/serve.ts";
import { logFault } from "../serve/telemetry.ts";
import { admitOrUnavailable, takePlaces, tooMany } from "./rate-limit.ts";
import { networkOf } from "./source.ts";

/** The network that asks. An approved partner is a network of its own, wherever it calls from. */
export const asker = (source: string, approvedPartner?: string): string =>
  approvedPartner === undefined ? networkOf(source) : `partner:${approvedPartner}`;

/** The turn of an email that `of` asks for, or a 429. It is counted with the request, and sent later. */
export async function turnOf(op: Limitable, lane: EmailLane, of: string, now: Date): Promise<number> {
  // A dry run sends none.
  if (isDryRun()) return 0;
  const window = emailWindow(lane);
  const most = maxOfNetwork(window);
  return takeTurnOr429(op, { lane, of, most, window }, `exceeded its ${most} emails in two days`, now);
}

/** `sandboxSignupsPerMinute`: each starts a timer, a cost that any number of addresses could cause. */
export function limitSandboxSignup(op: Limitable, source: string, now: Date): Promise<void> {
  const count = Number(process.env.SANDBOX_SIGNUPS_PER_MINUTE ?? 600);
  return limitShared(op, source, now, {
    lane: "sandbox_signups",
    window: { count, seconds: MINUTE },
    inWords: `${count} sandbox signups per minute`,
  });
}

/** Counts a sandbox key of the docs (the setting `sandboxKeysPerHour`). Each one makes an account. */
export function limitSandboxKey(op: Limitable, source: string, now: Date): Promise<void> {
  const count = Number(process.env.SANDBOX_KEYS_PER_HOUR ?? 30);
  return limitShared(op, source, now, {
    lane: "sandbox_keys",
    window: keysOf(count),
    inWords: `${count} sandbox keys per hour`,
  });
}

/** `docsPayoutsPerMinute`: anyone can collect keys of the docs. */
export function limitDocsPayouts(source: string, now: Date): Promise<void> {
  const count = Number(process.env.DOCS_PAYOUTS_PER_MINUTE ?? 200);
  return limitShared({ name: "docs-payouts", method: "POST" }, source, now, {
    lane: "docs_payouts",
    window: { count, seconds: MINUTE },
    inWords: `${count} payouts per minute of sandbox keys of the documentation`,
  });
}

type Shared = { lane: ShareLane; window: Window; inWords: string };

/** `hadNone`: the network had no place yet, so others took them all. Else it has had its share. */
type FullLane = { until: number; hadNone: boolean };

/** Without these, refused requests would cost writes. A lane is full until its own instant. */
const fullLanes = remembered<FullLane>(Number.POSITIVE_INFINITY, 10_000);

/** Or throws a 429. A network that had no place yet gets back the request of its address. */
async function limitShared(op: Limitable, source: string, now: Date, { lane, window, inWords }: Shared) {
  const of = networkOf(source);
  const refused = ({ until, hadNone }: FullLane) =>
    tooMany(
      op,
      { range: hadNone ? "service" : "network", limited: { until, window }, now },
      hadNone
        ? `All callers together exceeded the limit of ${inWords}.`
        : `Your network ${of} had its share of the ${inWords} that all callers have together.`,
    );
  const known = fullLanes.get(`${lane} ${of}`, now.getTime());
  if (known && known.until > now.getTime()) throw refused(known);

  const taken = await takePlaces(op, source, now, 1);
  const turn = await takeTurnOr429(op, { lane, of, most: Number.MAX_SAFE_INTEGER, window }, "", now);
  const full = await admitOrUnavailable(op, () => takePlace(partOf(lane, window, of), turn, now));
  if (!full) return;
  const hadNone = turn === 0;
  await undo(op, () => returnTurn(lane, of, now));
  if (hadNone && taken) await undo(op, () => giveBack(op.name, taken.key, taken.windows, now));
  throw refused(fullLanes.put(`${lane} ${of}`, { until: full.until, hadNone }, now.getTime()));
}

/** A request that was refused is refused, whether or not its counts are corrected. */
const undo = (op: Limitable, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => logFault(op.name, error));

type Asked = { lane: ShareLane; of: string; most: number; window: Window };

async function takeTurnOr429(op: Limitable, { lane, of, most, window }: Asked, exceeds: string, now: Date) {
  const turn = await admitOrUnavailable<Turn>(op, () => takeTurn(lane, of, most, now));
  if (!turn) return 0;
  if ("turn" in turn) return turn.turn;
  const isBlocked = "blockedUntil" in turn;
  const until = isBlocked ? turn.blockedUntil : turn.fullUntil;
  const range = isBlocked ? "blocked" : "network";
  const whose = of.startsWith("partner:") ? "This partner" : `Your network ${of}`;
  const why = isBlocked ? `An operator of the service blocked your network ${of}.` : `${whose} ${exceeds}.`;
  throw tooMany(op, { range, limited: { until, window }, now }, why);
}

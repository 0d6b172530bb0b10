import { type EmailLane, keysOf, maxOfNetwork, type ShareLane } from "../../domain/share/lane.ts";
import { MINUTE, type Window } from "../../domain/window.ts";
import { emailWindow, partOf, takePlace } from "../../store/share/lanes.ts";
import { returnTurn, type Turn, takeTurn } from "../../store/share/networks.ts";
import { giveBack, knownLimit, rememberLimit } from "../../store/table/limits.ts";
import type { Limitable } from "../serve/serve.ts";
import { logFault } from "../serve/telemetry.ts";
import { admitOrUnavailable, takePlaces, tooMany } from "./rate-limit.ts";
import { networkOf } from "./source.ts";

/** The network that asks. An approved partner is a network of its own, wherever it calls from. */
export const asker = (source: string, approvedPartner?: string): string =>
  approvedPartner === undefined ? networkOf(source) : `partner:${approvedPartner}`;

/** The turn of an email that `of` asks for, or a 429. It is counted with the request, and sent later. */
export async function turnOf(op: Limitable, lane: EmailLane, of: string, now: Date): Promise<number> {
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

/** Or throws a 429. A refusal of a network's first turn takes no place of the source. */
async function limitShared(op: Limitable, source: string, now: Date, { lane, window, inWords }: Shared) {
  const of = networkOf(source);
  const refuse = (until: number, turn: number) =>
    tooMany(
      op,
      { range: turn === 0 ? "service" : "network", limited: { until, window }, now },
      turn === 0
        ? `All callers together exceeded the limit of ${inWords}.`
        : `Your network ${of} had its share of the ${inWords} that all callers have together.`,
    );
  // Without this, refused requests would cost writes.
  const known = knownLimit(lane, of, now);
  if (known) throw refuse(known.until, known.window.count);

  const taken = await takePlaces(op, source, now, 1);
  const turn = await takeTurnOr429(op, { lane, of, most: Number.MAX_SAFE_INTEGER, window }, "", now);
  const full = await admitOrUnavailable(op, () => takePlace(partOf(lane, window, of), turn, now));
  if (!full) return;
  await undo(op, () => returnTurn(lane, of, now));
  if (turn === 0 && taken) await undo(op, () => giveBack(op.name, taken.key, taken.windows, now));
  rememberLimit(lane, of, { until: full.until, window: { ...window, count: turn } }, now);
  throw refuse(full.until, turn);
}

/** A request that was refused is refused, whether or not its counts are corrected. */
const undo = (op: Limitable, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => logFault(op.name, error));

type Asked = { lane: ShareLane; of: string; most: number; window: Window };

async function takeTurnOr429(op: Limitable, { lane, of, most, window }: Asked, exceeds: string, now: Date) {
  const found = await admitOrUnavailable<Turn>(op, () => takeTurn(lane, of, most, now));
  if (!found) return 0;
  if ("turn" in found) return found.turn;
  const isBlocked = "blockedUntil" in found;
  const until = isBlocked ? found.blockedUntil : found.fullUntil;
  const range = isBlocked ? "blocked" : "network";
  const whose = of.startsWith("partner:") ? "This partner" : `Your network ${of}`;
  const why = isBlocked ? `An operator of the service blocked your network ${of}.` : `${whose} ${exceeds}.`;
  throw tooMany(op, { range, limited: { until, window }, now }, why);
}

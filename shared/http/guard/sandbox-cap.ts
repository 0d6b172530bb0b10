import { playgroundLimit } from "../../contract/open-routes.ts";
import { HOUR, MINUTE, type Window } from "../../domain/window.ts";
import { admit, giveBack, type Limited } from "../../store/table/limits.ts";
import { admitToService, knownServiceRefusal, shardsOf } from "../../store/table/service-limit.ts";
import type { Limitable } from "../serve/serve.ts";
import { logFault } from "../serve/telemetry.ts";
import { admitOrUnavailable, refusal, takePlaces } from "./rate-limit.ts";

/**
 * Counts a sandbox signup (the setting `sandboxSignupsPerMinute`). Each one starts a timer, which is a cost
 * that any number of addresses could cause.
 */
export function limitSandboxSignup(op: Limitable, source: string, now: Date): Promise<void> {
  const count = Number(process.env.SANDBOX_SIGNUPS_PER_MINUTE ?? 600);
  const limit = { name: "sandbox-signups", count, seconds: MINUTE };
  return limitWithService(op, source, now, limit, `${count} sandbox signups per minute`);
}

/** Counts a sandbox key of the docs (the setting `sandboxKeysPerHour`). Each one makes an account. */
export function limitSandboxKey(op: Limitable, source: string, now: Date): Promise<void> {
  const count = Number(process.env.SANDBOX_KEYS_PER_HOUR ?? 30);
  const limit = { name: "sandbox-keys", count, seconds: HOUR };
  return limitWithService(op, source, now, limit, `${count} sandbox keys per hour`);
}

/**
 * Counts a payout of a sandbox key of the docs (the setting `docsPayoutsPerMinute`). Anyone can collect such
 * keys, and no other request of theirs starts as much work.
 */
export async function limitDocsPayouts(now: Date): Promise<void> {
  const window = { count: Number(process.env.DOCS_PAYOUTS_PER_MINUTE ?? 200), seconds: MINUTE };
  const limited = await admitOrUnavailable(DOCS_PAYOUTS, () =>
    admitToService(shardsOf(DOCS_PAYOUTS.name, window), now),
  );
  if (!limited) return;
  const why = `All sandbox keys of the documentation together exceeded the limit of ${window.count} payouts per minute.`;
  throw refusal(DOCS_PAYOUTS, { range: "service", limited, now }, why);
}

/** Counts a payout of an account in the playground, which no quota counts. */
export async function limitPlayground(accountId: string, now: Date): Promise<void> {
  const limited = await admitOrUnavailable(PLAYGROUND, () =>
    admit(PLAYGROUND.name, accountId, [playgroundLimit], now),
  );
  if (!limited) return;
  const why = `The playground makes at most ${playgroundLimit.count} payouts of an account per minute.`;
  throw refusal(PLAYGROUND, { range: "default", limited, now }, why);
}

const PLAYGROUND = { name: "playground", method: "POST" } as const;
const DOCS_PAYOUTS = { name: "docs-payouts", method: "POST" } as const;

/**
 * Counts a request against the limits of its source, and against a limit of the whole service, or throws a
 * 429. A refusal by the service takes no place of the source.
 */
async function limitWithService(
  op: Limitable,
  source: string,
  now: Date,
  { name, ...window }: Window & { name: string },
  inWords: string,
): Promise<void> {
  const shards = shardsOf(name, window);
  const refuse = (limited: Limited) =>
    refusal(op, { range: "service", limited, now }, `All callers together exceeded the limit of ${inWords}.`);
  // Without this, refused requests would be free of the source's limits and still cost writes.
  const known = knownServiceRefusal(shards, now);
  if (known) throw refuse(known);
  const taken = await takePlaces(op, source, now, 1);
  const limited = await admitOrUnavailable(op, () => admitToService(shards, now));
  if (!limited) return;
  if (taken)
    await giveBack(op.name, taken.key, taken.windows, now).catch((error) => logFault(op.name, error));
  throw refuse(limited);
}

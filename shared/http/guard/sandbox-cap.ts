import { MINUTE } from "../../domain/window.ts";
import { giveBack, type Limited } from "../../store/table/limits.ts";
import { admitToService, knownServiceRefusal, shardsOf } from "../../store/table/service-limit.ts";
import type { Limitable } from "../serve/serve.ts";
import { logFault } from "../serve/telemetry.ts";
import { admitOrUnavailable, refusal, takePlaces } from "./rate-limit.ts";

/**
 * Counts a sandbox signup against the limits of its source, and against the limit of the whole service (the
 * setting `sandboxSignupsPerMinute`), or throws a 429. Each one starts a timer, which is a cost that any
 * number of addresses could cause. A refusal by the service takes no place of the source.
 */
export async function limitSandboxSignup(op: Limitable, source: string, now: Date): Promise<void> {
  const perMinute = Number(process.env.SANDBOX_SIGNUPS_PER_MINUTE ?? 600);
  const shards = shardsOf("sandbox-signups", { count: perMinute, seconds: MINUTE });
  const refuse = (limited: Limited) =>
    refusal(
      op,
      { range: "service", limited, now },
      `All callers together exceeded the limit of ${perMinute} sandbox signups per minute.`,
    );
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

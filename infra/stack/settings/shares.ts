import type { Construct } from "constructs";

/** The quota that the maxima of the event source mappings are made for. */
const USUAL_QUOTA = 1_000;
/** Lambda accepts no smaller maximum for a queue. */
const LEAST_MAXIMUM = 2;
/** Lambda accepts no reservation that leaves less than this to the functions without one. */
const LEAST_UNRESERVED = 100;

/** The functions that may have a reservation each, and the name for all that need no key. */
const NAMES = ["create-payout", "deliver-webhook", "relay-outbox", "send-mail", "anonymous"];

/** `-c accountConcurrency=10`: the account's quota of concurrent executions. */
function accountConcurrency(scope: Construct): number | undefined {
  const given: unknown = scope.node.tryGetContext("accountConcurrency");
  if (given === undefined) return undefined;
  const quota = Number(given);
  if (Number.isInteger(quota) && quota >= 10) return quota;
  throw new Error("accountConcurrency must be a whole number of at least 10: the account's Lambda quota");
}

/** The most invocations that a queue may cause. A small quota gets a share, so that requests find room. */
export function mostAtOnce(scope: Construct, usual: number): number {
  const quota = accountConcurrency(scope) ?? USUAL_QUOTA;
  return Math.max(LEAST_MAXIMUM, Math.min(usual, Math.floor((usual * quota) / USUAL_QUOTA)));
}

/**
 * Reads `reservedConcurrency`, such as `{"create-payout":50,"anonymous":10}`. A reservation is also a
 * ceiling: of a function by its name, and of each function that needs no key by `anonymous`.
 */
export function reservations(scope: Construct): Map<string, number> {
  const given: unknown = scope.node.tryGetContext("reservedConcurrency") ?? {};
  const numbers: unknown = typeof given === "string" ? JSON.parse(given) : given;
  const entries = Object.entries(numbers as Record<string, unknown>);
  for (const [name, number] of entries) {
    if (!NAMES.includes(name) || !Number.isInteger(number) || Number(number) < 1)
      throw new Error(`reservedConcurrency must map these names to whole numbers: ${NAMES.join(", ")}`);
  }
  return new Map(entries as [string, number][]);
}

/** Stops the synthesis of reservations that Lambda would refuse. */
export function requireUnreserved(scope: Construct, reserved: number): void {
  if (reserved === 0) return;
  const quota = accountConcurrency(scope);
  if (quota === undefined)
    throw new Error("reservedConcurrency needs accountConcurrency: the account's Lambda quota");
  if (quota - reserved < LEAST_UNRESERVED)
    throw new Error(
      `reservedConcurrency reserves ${reserved} of the ${quota} of accountConcurrency. ` +
        `At least ${LEAST_UNRESERVED} must stay unreserved: reserve less, or ask for a larger quota`,
    );
}

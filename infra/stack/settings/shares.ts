import { Annotations } from "aws-cdk-lib";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { SettingsError } from "./settings.ts";
import { stageSettingsOf } from "./stage-settings.ts";

/** Of an account: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
export const USUAL_CONCURRENCY = 1_000;
/** Lambda accepts no other maximum for a queue. */
const MIN_MAXIMUM = 2;
const MAX_MAXIMUM = 1_000;
/** Lambda accepts no reservation that leaves less than this to the functions without one. */
const MIN_UNRESERVED = 100;

/** The most invocations that a queue may cause. A small quota gets a share, so that requests find room. */
export function maxAtOnce(scope: Construct, usual: number): number {
  const { accountConcurrency: quota = USUAL_CONCURRENCY, queueFactor } = stageSettingsOf(scope);
  const share = Math.floor(usual * queueFactor * Math.min(1, quota / USUAL_CONCURRENCY));
  return Math.min(MAX_MAXIMUM, Math.max(MIN_MAXIMUM, share));
}

const maxima = new WeakMap<IFunction, number>();
/** For a queue that feeds the function. Several queues add up. */
export const addMaximum = (target: IFunction, maximum: number): void =>
  void maxima.set(target, (maxima.get(target) ?? 0) + maximum);

/** In thousandths of the quota. Each is both a share and a ceiling. */
const THOUSANDTHS: Readonly<Record<string, number>> = {
  // An invocation for each shard of the stream, which has one for each 1,000 write units a second.
  "relay-outbox": 50,
  "relay-events": 50,
  // Ten calls of 50 ms at once serve 200 a second: more than the throttle of each open route.
  anonymous: 10,
};

type Sharing = { name: string; isAnonymous: boolean; target: IFunction };

/**
 * What each function reserves: what the stage chose, else the maximum of its queues or its part of the
 * quota. Lambda refuses a deployment that reserves more than the account has, so only a stated quota counts.
 */
export function reservationsOf(scope: Construct, functions: readonly Sharing[]): Map<IFunction, number> {
  const { accountConcurrency: quota, reservedConcurrency } = stageSettingsOf(scope);
  const chosen = new Map(Object.entries(reservedConcurrency));
  const stated = new Map<IFunction, number>();
  const shares = new Map<IFunction, number>();
  for (const { name, isAnonymous, target } of functions) {
    const key = isAnonymous ? "anonymous" : name;
    const choice = chosen.get(key);
    const share = choice ?? maxima.get(target) ?? partOf(quota, THOUSANDTHS[key]);
    if (choice !== undefined) stated.set(target, choice);
    if (share !== undefined) shares.set(target, share);
  }
  if (quota !== undefined && quota - sumOf(shares) >= MIN_UNRESERVED) return shares;
  requireUnreserved(quota, sumOf(stated));
  Annotations.of(scope).addWarningV2("no-shares", NO_SHARES);
  return stated;
}

const NO_SHARES =
  "Nothing keeps a share of the account's concurrency for payouts, events and email, so a flood of open requests can hold them up. " +
  "Ask AWS for a Lambda quota of 1,000, then set accountConcurrency (infra/README.md, Concurrency).";

const partOf = (quota = 0, thousandths?: number) =>
  thousandths && Math.max(1, Math.floor((thousandths * quota) / 1_000));
const sumOf = (shares: ReadonlyMap<IFunction, number>) =>
  [...shares.values()].reduce((sum, share) => sum + share, 0);

function requireUnreserved(quota: number | undefined, reserved: number): void {
  if (reserved === 0) return;
  if (quota === undefined)
    throw new SettingsError("reservedConcurrency needs accountConcurrency: the account's Lambda quota");
  if (quota - reserved < MIN_UNRESERVED)
    throw new SettingsError(
      `reservedConcurrency reserves ${reserved} of the ${quota} of accountConcurrency. ` +
        `At least ${MIN_UNRESERVED} must stay unreserved: reserve less, or ask for a larger quota`,
    );
}

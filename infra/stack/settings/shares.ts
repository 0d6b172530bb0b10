import type { Construct } from "constructs";
import { awsQuotas } from "../../local/quotas/quotas.ts";
import { SettingsError } from "./settings.ts";
import { stageSettingsOf } from "./stage-settings.ts";

/** Lambda accepts no other maximum for a queue. */
const [MIN_MAXIMUM, MAX_MAXIMUM] = [2, 1_000];
/** Lambda accepts no reservation that leaves less than this to the functions without one. */
const MIN_UNRESERVED = 100;

/** The most invocations that a queue may cause. A small quota gets a share, so that requests find room. */
export function maxAtOnce(scope: Construct, usual: number): number {
  const { accountConcurrency: quota = awsQuotas.concurrency.most, queueFactor } = stageSettingsOf(scope);
  const share = Math.floor(usual * queueFactor * Math.min(1, quota / awsQuotas.concurrency.most));
  return Math.min(MAX_MAXIMUM, Math.max(MIN_MAXIMUM, share));
}

export function requireUnreserved(scope: Construct, reserved: number): void {
  if (reserved === 0) return;
  const quota = stageSettingsOf(scope).accountConcurrency;
  if (quota === undefined)
    throw new SettingsError("reservedConcurrency needs accountConcurrency: the account's Lambda quota");
  if (quota - reserved < MIN_UNRESERVED)
    throw new SettingsError(
      `reservedConcurrency reserves ${reserved} of the ${quota} of accountConcurrency. ` +
        `At least ${MIN_UNRESERVED} must stay unreserved: reserve less, or ask for a larger quota`,
    );
}

import { StageCaller } from "../../shared/canary/caller.ts";
import { runChecks } from "../../shared/canary/run-checks.ts";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import { newApiKey } from "../../shared/domain/account/api-key.ts";
import { newSandboxAccount } from "../../shared/domain/account/sandbox-account.ts";
import { randomId } from "../../shared/domain/item/ids.ts";
import { countInStage, logFault, logger } from "../../shared/http/serve/telemetry.ts";
import { putSandboxAccount } from "../../shared/store/account/sandbox-accounts.ts";
import { ofEnvironment } from "../../shared/store/table/environment.ts";

const OPERATION = "run-canary";
/** A reply that takes longer is none. */
const CALL_MS = 5_000;
const PAUSE_MS = 3_000;

const kept = ofEnvironment(() => ({ key: "", until: 0 }));

/** As a user of it. Never throws: Lambda would repeat the run, and count no failure. */
export const handler = async (): Promise<void> => {
  const caller = new StageCaller({
    api: process.env.BASE_URL ?? "",
    id: randomId("canary-"),
    callMs: CALL_MS,
  });
  // Without a key, its check fails and says so.
  caller.key = await sandboxKey(new Date()).catch((error: unknown) => {
    logFault(OPERATION, error);
    return "";
  });
  const { failed, left } = await runChecks(caller, PAUSE_MS);
  logger.info("canary", { operation: OPERATION, failed, left });
  countInStage("CanaryPassed", Number(failed.length === 0));
};

/** A key of this environment. It works for a day, so another one takes its place after half of that. */
async function sandboxKey(now: Date): Promise<string> {
  const mine = kept();
  if (now.getTime() < mine.until) return mine.key;
  const text = newApiKey("test");
  const account = newSandboxAccount(text.slice(-4), now);
  await putSandboxAccount(account, hashOfKey(text));
  const half = (Date.parse(account.key.expires_at) - now.getTime()) / 2;
  Object.assign(mine, { key: text, until: now.getTime() + half });
  return text;
}

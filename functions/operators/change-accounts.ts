import { changeAccountsFunction } from "../../shared/contract/operators/commands.ts";
import { createKeyRun, revokeKeyRun } from "../../shared/operators/keys.ts";
import { serveOperators } from "../../shared/operators/serve-operators.ts";
import { setLimitsRun, setTierRun, verifyAccountRun } from "../../shared/operators/standing.ts";

/** Changes of accounts and their keys. */
export const handler = serveOperators(changeAccountsFunction, {
  "verify-account": verifyAccountRun,
  "set-tier": setTierRun,
  "set-limits": setLimitsRun,
  "create-key": createKeyRun,
  "revoke-key": revokeKeyRun,
});

import { changeAccountsFunction } from "../../shared/contract/operators/commands.ts";
import { addAdminRun } from "../../shared/operators/admins.ts";
import { createKeyRun, revokeKeyRun } from "../../shared/operators/keys.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import {
  resumeAccountRun,
  setLimitsRun,
  setTierRun,
  suspendAccountRun,
  verifyAccountRun,
} from "../../shared/operators/standing.ts";

/** Changes of accounts and their keys. */
export const handler = serveOperators(changeAccountsFunction, {
  "verify-account": verifyAccountRun,
  "suspend-account": suspendAccountRun,
  "resume-account": resumeAccountRun,
  "set-tier": setTierRun,
  "set-limits": setLimitsRun,
  "create-key": createKeyRun,
  "revoke-key": revokeKeyRun,
  "add-admin": addAdminRun,
});

import { changeAccountsFunction } from "../../shared/contract/operators/commands.ts";
import { addAdminRun } from "../../shared/operators/admins.ts";
import { createKeyRun, revokeKeyRun } from "../../shared/operators/keys.ts";
import { correctBalanceRun, creditBalanceRun } from "../../shared/operators/ledger/change-balance.ts";
import { declineLiveRequestRun, reviewLiveRequestRun } from "../../shared/operators/live/requests.ts";
import { resetPasskeysRun } from "../../shared/operators/passkeys.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import * as standing from "../../shared/operators/standing.ts";

export const handler = serveOperators(changeAccountsFunction, {
  "review-live-request": reviewLiveRequestRun,
  "verify-account": standing.verifyAccountRun,
  "decline-live-request": declineLiveRequestRun,
  "suspend-account": standing.suspendAccountRun,
  "resume-account": standing.resumeAccountRun,
  "set-tier": standing.setTierRun,
  "create-key": createKeyRun,
  "revoke-key": revokeKeyRun,
  "add-admin": addAdminRun,
  "reset-passkeys": resetPasskeysRun,
  "credit-balance": creditBalanceRun,
  "correct-balance": correctBalanceRun,
});

import { eraseFunction } from "../../shared/contract/operators/commands.ts";
import { eraseDriverRun } from "../../shared/operators/erase-driver.ts";
import { erasePersonRun } from "../../shared/operators/person/erase-person.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { removeFromWaitlistRun } from "../../shared/operators/waitlist.ts";
import { taxRemains } from "../../shared/tax-forms/deleted-driver-forms.ts";

export const handler = serveOperators(eraseFunction, {
  "remove-from-waitlist": removeFromWaitlistRun,
  "erase-person": erasePersonRun,
  "erase-account-driver": eraseDriverRun(taxRemains),
});

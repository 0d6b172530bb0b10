import { decideFunction } from "../../shared/contract/operators/commands.ts";
import { disableEndpointRun } from "../../shared/operators/endpoints.ts";
import { approvePartnerRun, refusePartnerRun } from "../../shared/operators/partners.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { openAccountRun } from "../../shared/operators/signup-decisions.ts";

/** Decisions on signups, partners and endpoints. */
export const handler = serveOperators(decideFunction, {
  "open-account": openAccountRun,
  "approve-partner": approvePartnerRun,
  "refuse-partner": refusePartnerRun,
  "disable-endpoint": disableEndpointRun,
});

import { decideFunction } from "../../shared/contract/operators/commands.ts";
import { disableEndpointRun } from "../../shared/operators/endpoints.ts";
import { blockNetworkRun, unblockNetworkRun } from "../../shared/operators/networks.ts";
import { approvePartnerRun, refusePartnerRun } from "../../shared/operators/partners.ts";
import { serveOperators } from "../../shared/operators/serve/serve-operators.ts";
import { openAccountRun } from "../../shared/operators/signup-decisions.ts";

export const handler = serveOperators(decideFunction, {
  "open-account": openAccountRun,
  "approve-partner": approvePartnerRun,
  "refuse-partner": refusePartnerRun,
  "disable-endpoint": disableEndpointRun,
  "block-network": blockNetworkRun,
  "unblock-network": unblockNetworkRun,
});

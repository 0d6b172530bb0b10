import { proposalsDashboard } from "../../shared/contract/developers/proposals-dashboard.ts";
import { approve, decline } from "../../shared/dashboard/proposals/change-proposals.ts";
import { showProposal, showProposals } from "../../shared/dashboard/proposals/load-proposals.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";

export const handler = serveDashboard(proposalsDashboard, {
  "GET /developers/proposals/{mode}": showProposals,
  "GET /developers/proposals/{mode}/{id}": showProposal,
  "POST /developers/proposals/{mode}/{id}/approve": approve,
  "POST /developers/proposals/{mode}/{id}/decline": decline,
});

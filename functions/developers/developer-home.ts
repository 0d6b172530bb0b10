import { homeDashboard } from "../../shared/contract/developers/dashboard.ts";
import { showHome } from "../../shared/developers/home.ts";
import { downloadSettlement, showMoney } from "../../shared/developers/money.ts";
import { showRequests } from "../../shared/developers/requests.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";
import { showTimeline } from "../../shared/developers/timeline.ts";

export const handler = serveDashboard(homeDashboard, {
  "GET /developers/home/{mode}": showHome,
  "GET /developers/home/{mode}/requests": showRequests,
  "GET /developers/home/{mode}/timeline": showTimeline,
  "GET /developers/money/{mode}": showMoney,
  "GET /developers/money/{mode}/settlements/{date}": downloadSettlement,
});

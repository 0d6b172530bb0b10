import { homeDashboard } from "../../shared/contract/developers/home-dashboard.ts";
import { showFind } from "../../shared/dashboard/find/load-find.ts";
import { showHome } from "../../shared/dashboard/home/load-home.ts";
import { downloadSettlement, showMoney } from "../../shared/dashboard/money/load-money.ts";
import { showRequest, showRequests } from "../../shared/dashboard/requests/load-requests.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";
import { showTimeline } from "../../shared/dashboard/timeline/load-timeline.ts";

export const handler = serveDashboard(homeDashboard, {
  "GET /developers/home/{mode}": showHome,
  "GET /developers/home/{mode}/requests": showRequests,
  "GET /developers/home/{mode}/requests/{request}": showRequest,
  "GET /developers/home/{mode}/timeline": showTimeline,
  "GET /developers/home/{mode}/find": showFind,
  "GET /developers/money/{mode}": showMoney,
  "GET /developers/money/{mode}/settlements/{date}": downloadSettlement,
});

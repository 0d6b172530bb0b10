import { playgroundDashboard } from "../../shared/contract/developers/dashboard.ts";
import { payFromPage, showDriver, showDrivers } from "../../shared/developers/drivers.ts";
import { showEarnings } from "../../shared/developers/earnings.ts";
import { moveTo, showPayout, showPayouts } from "../../shared/developers/payouts.ts";
import * as playground from "../../shared/developers/playground.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";

export const handler = serveDashboard(playgroundDashboard, {
  "GET /developers/drivers/{mode}": showDrivers,
  "GET /developers/drivers/{mode}/earnings": showEarnings,
  "GET /developers/drivers/{mode}/{id}": showDriver,
  "POST /developers/drivers/test/{id}/pay": payFromPage,
  "GET /developers/payouts/{mode}": showPayouts,
  "GET /developers/payouts/{mode}/{id}": showPayout,
  "POST /developers/payouts/test/{id}/complete": moveTo("complete"),
  "POST /developers/payouts/test/{id}/fail": moveTo("fail"),
  "POST /developers/payouts/test/{id}/cancel": moveTo("cancel"),
  "POST /developers/payouts/test/{id}/refund": moveTo("refund"),
  "GET /developers/playground/test": playground.showPlayground,
  "GET /developers/playground/test/received": playground.showReceived,
  "POST /developers/playground/test/driver": playground.makeDriver,
  "POST /developers/playground/test/{id}/connect": playground.connectSample,
  "POST /developers/playground/test/{id}/pay": playground.paySample,
});

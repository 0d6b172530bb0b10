import { playgroundDashboard } from "../../shared/contract/developers/dashboard.ts";
import { payFromPage, showDriver, showDrivers } from "../../shared/dashboard/drivers/load-drivers.ts";
import { showEarnings } from "../../shared/dashboard/earnings/load-earnings.ts";
import { moveTo } from "../../shared/dashboard/payouts/change-payouts.ts";
import { showPayout, showPayouts } from "../../shared/dashboard/payouts/load-payouts.ts";
import { connectSample, makeDriver, paySample } from "../../shared/dashboard/playground/change-playground.ts";
import { showPlayground, showReceived } from "../../shared/dashboard/playground/load-playground.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";

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
  "GET /developers/playground/test": showPlayground,
  "GET /developers/playground/test/received": showReceived,
  "POST /developers/playground/test/driver": makeDriver,
  "POST /developers/playground/test/{id}/connect": connectSample,
  "POST /developers/playground/test/{id}/pay": paySample,
});

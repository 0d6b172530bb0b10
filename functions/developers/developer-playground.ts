import { playgroundDashboard } from "../../shared/contract/developers/dashboard.ts";
import * as playground from "../../shared/developers/playground.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";

export const handler = serveDashboard(playgroundDashboard, {
  "GET /developers/playground/test": playground.showPlayground,
  "GET /developers/playground/test/received": playground.showReceived,
  "POST /developers/playground/test/driver": playground.makeDriver,
  "POST /developers/playground/test/{id}/connect": playground.connectSample,
  "POST /developers/playground/test/{id}/pay": playground.paySample,
  "POST /developers/playground/test/{id}/complete": playground.settleSample("complete"),
  "POST /developers/playground/test/{id}/fail": playground.settleSample("fail"),
  "POST /developers/playground/test/{id}/refund": playground.settleSample("refund"),
});

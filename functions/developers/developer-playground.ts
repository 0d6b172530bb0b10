import { playgroundDashboard } from "../../shared/contract/developers/dashboard.ts";
import {
  connectSample,
  makeDriver,
  paySample,
  settleSample,
  showPlayground,
  showReceived,
} from "../../shared/developers/playground.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";

export const handler = serveDashboard(playgroundDashboard, {
  "GET /developers/playground/test": showPlayground,
  "GET /developers/playground/test/received": showReceived,
  "POST /developers/playground/test/driver": makeDriver,
  "POST /developers/playground/test/{id}/connect": connectSample,
  "POST /developers/playground/test/{id}/pay": paySample,
  "POST /developers/playground/test/{id}/complete": settleSample("complete"),
  "POST /developers/playground/test/{id}/fail": settleSample("fail"),
  "POST /developers/playground/test/{id}/refund": settleSample("refund"),
});

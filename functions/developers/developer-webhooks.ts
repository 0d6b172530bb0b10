import { webhooksDashboard } from "../../shared/contract/developers/webhooks-dashboard.ts";
import { resendToEndpoint } from "../../shared/dashboard/webhooks/change-deliveries.ts";
import { showDelivery, showEvent, showEvents } from "../../shared/dashboard/webhooks/load-events.ts";
import * as endpoints from "../../shared/dashboard/webhooks/change-endpoints.ts";
import {
  showEndpoint,
  showEndpoints,
  verifyReceived,
} from "../../shared/dashboard/webhooks/load-endpoints.ts";
import { serveDashboard } from "../../shared/dashboard/serving/serve-dashboard.tsx";

export const handler = serveDashboard(webhooksDashboard, {
  "GET /developers/webhooks/{mode}": showEndpoints,
  "GET /developers/webhooks/{mode}/events": showEvents,
  "GET /developers/webhooks/{mode}/events/{event}": showEvent,
  "GET /developers/webhooks/{mode}/{id}": showEndpoint,
  "GET /developers/webhooks/{mode}/{id}/{delivery}": showDelivery,
  "GET /developers/webhooks/{mode}/{id}/secret/{view}": endpoints.showNewSecret,
  "POST /developers/webhooks/{mode}/create": endpoints.addEndpoint,
  "POST /developers/webhooks/{mode}/{id}/edit": endpoints.editEndpoint,
  "POST /developers/webhooks/{mode}/{id}/status": endpoints.switchEndpoint,
  "POST /developers/webhooks/{mode}/{id}/rotate": endpoints.rotateEndpoint,
  "POST /developers/webhooks/{mode}/{id}/ping": endpoints.pingEndpoint,
  "POST /developers/webhooks/{mode}/{id}/replay": endpoints.replayToEndpoint,
  "POST /developers/webhooks/{mode}/{id}/delete": endpoints.removeEndpoint,
  "POST /developers/webhooks/{mode}/{id}/verify": verifyReceived,
  "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": resendToEndpoint,
});

import { webhooksDashboard } from "../../shared/contract/developers/dashboard.ts";
import { resendToEndpoint, showDelivery, showEvent, showEvents } from "../../shared/developers/deliveries.ts";
import {
  addEndpoint,
  editEndpoint,
  pingEndpoint,
  removeEndpoint,
  replayToEndpoint,
  rotateEndpoint,
  showNewSecret,
  switchEndpoint,
} from "../../shared/developers/endpoint-changes.ts";
import { showEndpoint, showEndpoints, verifyReceived } from "../../shared/developers/endpoints.ts";
import { serveDashboard } from "../../shared/developers/serving/serve-dashboard.tsx";

export const handler = serveDashboard(webhooksDashboard, {
  "GET /developers/webhooks/{mode}": showEndpoints,
  "GET /developers/webhooks/{mode}/events": showEvents,
  "GET /developers/webhooks/{mode}/events/{event}": showEvent,
  "GET /developers/webhooks/{mode}/{id}": showEndpoint,
  "GET /developers/webhooks/{mode}/{id}/{delivery}": showDelivery,
  "GET /developers/webhooks/{mode}/{id}/secret/{view}": showNewSecret,
  "POST /developers/webhooks/{mode}/create": addEndpoint,
  "POST /developers/webhooks/{mode}/{id}/edit": editEndpoint,
  "POST /developers/webhooks/{mode}/{id}/status": switchEndpoint,
  "POST /developers/webhooks/{mode}/{id}/rotate": rotateEndpoint,
  "POST /developers/webhooks/{mode}/{id}/ping": pingEndpoint,
  "POST /developers/webhooks/{mode}/{id}/replay": replayToEndpoint,
  "POST /developers/webhooks/{mode}/{id}/delete": removeEndpoint,
  "POST /developers/webhooks/{mode}/{id}/verify": verifyReceived,
  "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": resendToEndpoint,
});

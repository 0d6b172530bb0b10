import { verifyWebhook } from "../client/verify.ts";
import { instantOf } from "../domain/ids.ts";
import { DeliveryStatus } from "../domain/webhook/delivery.ts";
import { publicDelivery } from "../domain/webhook/public-delivery.ts";
import { publicEndpoint } from "../domain/webhook/public-endpoint.ts";
import type { WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import type { Result } from "../http/serve/responses.ts";
import { endpointPage, verifiedPage } from "../pages/developers/endpoint-page.tsx";
import type { EndpointView } from "../pages/developers/endpoint-view.ts";
import { endpointsPage } from "../pages/developers/endpoints-page.tsx";
import { listDeliveries } from "../store/webhook/deliveries.ts";
import { listEndpoints } from "../store/webhook/endpoints.ts";
import { requireWebhook } from "../webhooks/require-webhook.ts";
import { readSigningSecrets } from "../webhooks/signed-post.ts";
import { wallTime } from "../webhooks/wall-time.ts";
import { cursorIn, listPlaceOf } from "./list-pages.ts";
import type { DashboardRequest } from "./serving/dashboard-request.ts";

export const viewOf = (endpoint: WebhookEndpoint, now: Date): EndpointView => ({
  ...publicEndpoint(endpoint, now),
  secret_created_at: endpoint.secrets[0]?.created_at ?? endpoint.created_at,
  isInbox: endpoint.kind === "inbox",
});

export async function showEndpoints({ shown, owner, query, now }: DashboardRequest): Promise<Result> {
  const endpoints = (await listEndpoints(owner)).map((endpoint) => viewOf(endpoint, now));
  return endpointsPage(shown, { endpoints, done: query.get("done") ?? undefined, now });
}

const SHOWN_DELIVERIES = 20;

export async function showEndpoint(request: DashboardRequest): Promise<Result> {
  const { shown, owner, params, query, now } = request;
  const endpoint = await requireWebhook(owner, params.id ?? "");
  const status = DeliveryStatus.safeParse(query.get("status")).data;
  const filter = status === undefined ? {} : { status };
  const cursor = cursorIn(query, "dlv");
  const page = await listDeliveries(owner, endpoint.id, filter, { limit: SHOWN_DELIVERIES, ...cursor }, now);
  return endpointPage(shown, {
    endpoint: viewOf(endpoint, now),
    deliveries: page.data.map(publicDelivery),
    place: listPlaceOf(request, cursor, page),
    searchedTo: page.searched_to && instantOf(page.searched_to).toISOString(),
    status,
    done: query.get("done") ?? undefined,
    now,
  });
}

/** Checks a delivery that a visitor pasted, with the endpoint's own secrets, as a receiver's server would. */
export async function verifyReceived({ shown, owner, params, form, now }: DashboardRequest): Promise<Result> {
  const endpoint = await requireWebhook(owner, params.id ?? "");
  const headers = {
    "webhook-id": form.id?.trim(),
    "webhook-timestamp": form.timestamp?.trim(),
    "webhook-signature": form.signature?.trim(),
  };
  const secret = await readSigningSecrets(endpoint);
  const verdict = verifyWebhook({ body: form.body ?? "", headers, secret, now: wallTime() });
  const sent = { action: shown.path, given: form, mistakes: {} };
  return verifiedPage({ ...shown, sent }, { endpoint: viewOf(endpoint, now), verdict });
}

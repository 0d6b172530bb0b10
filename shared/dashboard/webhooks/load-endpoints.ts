import { verifyWebhook } from "../../client/verify-webhook.ts";
import { EventEnvelope } from "../../domain/event/event.ts";
import { instantOf } from "../../domain/item/ids.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { DeliveryStatus } from "../../domain/webhook/delivery.ts";
import { publicEndpoint } from "../../domain/webhook/public-endpoint.ts";
import type { WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import type { Result } from "../../http/serve/responses.ts";
import { endpointPage, verifiedPage } from "./endpoint-page.tsx";
import type { EndpointHealth, EndpointView } from "./endpoint-parts.tsx";
import { endpointsPage } from "./endpoints-page.tsx";
import { findEventBodies } from "../../store/event/events.ts";
import { listDeliveries } from "../../store/webhook/deliveries.ts";
import { listEndpoints } from "../../store/webhook/endpoints.ts";
import { requireWebhook } from "../../webhooks/require-webhook.ts";
import { readSigningSecrets } from "../../webhooks/signed-post.ts";
import { wallTime } from "../../webhooks/wall-time.ts";
import { cursorIn, listPlaceOf, rowsOf, wholeListOf } from "../list/list-pages.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

export const viewOf = (endpoint: WebhookEndpoint, now: Date): EndpointView => ({
  ...publicEndpoint(endpoint, now),
  secret_created_at: endpoint.secrets[0]?.created_at ?? endpoint.created_at,
});

/** A failing delivery may hold 20 answers, so few are read of each of 16 endpoints, and more of one. */
const NEWEST_IN_LIST = 5;
const NEWEST_OF_ONE = 50;

/** What the newest deliveries show: they are the only evidence that a receiver works. */
async function healthOf(owner: Owner, id: string, limit: number, now: Date): Promise<EndpointHealth> {
  const { data } = await listDeliveries(owner, id, {}, { limit }, now);
  const delivered = data.filter(({ delivered_at }) => delivered_at !== undefined);
  const times = data.flatMap(({ attempts }) => attempts.map(({ duration_ms }) => duration_ms));
  return {
    all: data.length,
    delivered: delivered.length,
    atFirst: delivered.filter(({ attempts: [first] }) => first?.outcome === "delivered").length,
    missed: data.filter(({ status }) => status === "failed" || status === "held").length,
    waiting: data.filter(({ status }) => status === "pending").length,
    p95_ms: times.sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1],
    last_success_at: delivered
      .flatMap(({ delivered_at }) => delivered_at ?? [])
      .sort()
      .at(-1),
  };
}

export async function showEndpoints({ shown, owner, query, now }: DashboardRequest): Promise<Result> {
  const endpoints = await Promise.all(
    (await listEndpoints(owner)).map(async (endpoint) => ({
      endpoint: viewOf(endpoint, now),
      health: await healthOf(owner, endpoint.id, NEWEST_IN_LIST, now),
    })),
  );
  const place = wholeListOf({ shown, query });
  return endpointsPage(shown, { endpoints, place });
}

const SHOWN_DELIVERIES = 20;

export async function showEndpoint(request: DashboardRequest): Promise<Result> {
  const { shown, owner, params, query, now } = request;
  const endpoint = await requireWebhook(owner, params.id ?? "");
  const status = DeliveryStatus.safeParse(query.get("status")).data;
  const filter = status === undefined ? {} : { status };
  const cursor = cursorIn(query, "dlv");
  const [page, health] = await Promise.all([
    listDeliveries(owner, endpoint.id, filter, { limit: rowsOf(request, SHOWN_DELIVERIES), ...cursor }, now),
    healthOf(owner, endpoint.id, NEWEST_OF_ONE, now),
  ]);
  const bodies = await findEventBodies(page.data.map(({ event_id }) => ({ owner, id: event_id })));
  return endpointPage(shown, {
    endpoint: viewOf(endpoint, now),
    health,
    deliveries: page.data,
    events: [...bodies.values()].map((body) => EventEnvelope.parse(JSON.parse(body))),
    place: listPlaceOf(request, cursor, page),
    searchedTo: page.searched_to && instantOf(page.searched_to).toISOString(),
    status,
  });
}

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

import { Problem } from "../contract/errors.ts";
import { newPing } from "../domain/event/event.ts";
import { isLive } from "../domain/owner.ts";
import { deliveryId, newDelivery } from "../domain/webhook/delivery.ts";
import { isUrlTaken } from "../domain/webhook/newest-by-url.ts";
import { rotateSecret } from "../domain/webhook/rotate-secret.ts";
import { endpointId, MAX_ENDPOINTS, type WebhookEndpoint } from "../domain/webhook/webhook-endpoint.ts";
import {
  createEndpoint,
  EndpointRequest,
  OVERLAP_SECONDS,
  patchEndpoint,
} from "../domain/webhook/webhook-request.ts";
import { limitReplays } from "../http/guard/replay-limit.ts";
import { refusedInput } from "../http/serve/refused-input.ts";
import type { Result } from "../http/serve/responses.ts";
import { newSecretPage, oldRotationPage } from "../pages/developers/endpoint-secret-page.tsx";
import { seeOther } from "../pages/layout/serve-page.tsx";
import { putReplayRequest } from "../store/event/events.ts";
import { putPing } from "../store/webhook/deliveries.ts";
import { deleteEndpoint, listEndpoints, moveEndpoint, putEndpoint } from "../store/webhook/endpoints.ts";
import { makeSecret } from "../webhooks/endpoint-secret.ts";
import { requireTarget } from "../webhooks/require-target.ts";
import { requireActiveWebhook, requireWebhook, unknownWebhook } from "../webhooks/require-webhook.ts";
import { viewOf } from "./endpoints.ts";
import type { DashboardRequest } from "./serve-dashboard.tsx";

const pageOf = ({ owner, params }: DashboardRequest) => `/developers/webhooks/${owner.mode}/${params.id}`;

/** The form's fields as the API's request. No chosen type means all, future types included. */
function requestIn({ form }: DashboardRequest): EndpointRequest {
  const chosen = Object.keys(form).flatMap((name) => (name.startsWith("event-") ? [name.slice(6)] : []));
  const parsed = EndpointRequest.safeParse({
    url: (form.url ?? "").trim(),
    events: form.which === "some" ? chosen : ["*"],
    ...(form.description && { description: form.description }),
  });
  if (parsed.success) return parsed.data;
  throw refusedInput(parsed.error);
}

export async function addEndpoint(request: DashboardRequest): Promise<Result> {
  const { shown, owner, now } = request;
  const wanted = requestIn(request);
  await requireTarget(wanted.url);
  const id = endpointId(now);
  const { secret, sealed } = await makeSecret(id, now);
  const endpoint = createEndpoint(owner, wanted, id, sealed);
  // A reload of the page sends the form again, and adds an endpoint that takes the events of the first.
  // Nothing may fail once the endpoint is stored, because only this page shows its secret.
  const takesOver = isUrlTaken(endpoint, await listEndpoints(owner));
  if (await putEndpoint(owner, endpoint, undefined))
    return newSecretPage(shown, { endpoint: viewOf(endpoint, now), secret, takesOver });
  throw new Problem(
    "webhook_limit_reached",
    `The account already has the maximum of ${MAX_ENDPOINTS} webhook endpoints in this mode. Delete one first.`,
  );
}

async function change(
  request: DashboardRequest,
  decide: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Promise<WebhookEndpoint> {
  const { owner, params } = request;
  const endpoint = await requireWebhook(owner, params.id ?? "");
  const changed = await moveEndpoint(owner, endpoint, (held) => {
    const after = decide(held);
    return { after, answer: after };
  });
  if (changed) return changed;
  throw unknownWebhook();
}

export async function editEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, now } = request;
  const wanted = requestIn(request);
  const { url } = await requireWebhook(owner, params.id ?? "");
  if (wanted.url !== url) await requireTarget(wanted.url);
  // The form has the whole endpoint, so an empty description removes the one that is stored.
  await change(request, ({ description: _, ...held }) => patchEndpoint(held, wanted, now));
  return seeOther(`${pageOf(request)}?done=saved`);
}

export async function switchEndpoint(request: DashboardRequest): Promise<Result> {
  const status = request.form.status === "active" ? "active" : "disabled";
  await change(request, (held) => patchEndpoint(held, { status }, request.now));
  return seeOther(`${pageOf(request)}?done=${status}`);
}

/**
 * A form rotates only the secret that its page was for. A reload sends the form again, and a second rotation
 * without an overlap would drop the secret that the first one showed. A page from an earlier release names no
 * secret.
 */
export async function rotateEndpoint(request: DashboardRequest): Promise<Result> {
  const { shown, params, form, now } = request;
  const hours = /^\d{1,3}$/.test(form.overlap ?? "") ? Number(form.overlap) : Number.NaN;
  if (!(hours * 3600 <= OVERLAP_SECONDS.most))
    throw new Problem("parameter_invalid", "The overlap must be a whole number of hours, from 0 to 168.");
  const { secret, sealed } = await makeSecret(params.id ?? "", now);
  const isMeant = (held: WebhookEndpoint) =>
    form.replaces === undefined || form.replaces === viewOf(held, now).secret_created_at;
  const endpoint = await change(request, (held) =>
    isMeant(held) ? rotateSecret(held, sealed, hours * 3600) : held,
  );
  if (endpoint.secrets[0]?.sealed !== sealed.sealed) return oldRotationPage(shown, viewOf(endpoint, now));
  return newSecretPage(shown, { endpoint: viewOf(endpoint, now), secret, takesOver: false });
}

export async function pingEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, now } = request;
  const endpoint = await requireActiveWebhook(owner, params.id ?? "");
  const event = newPing(endpoint.id, isLive(owner), now);
  const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, now);
  await putPing(owner, event, delivery, undefined);
  return seeOther(`${pageOf(request)}?done=pinged`);
}

const REPLAY_HOURS = [1, 24, 72, 720];

/** Sends again the events that the endpoint missed, of the last hours. Delivered ones are left out. */
export async function replayToEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, form, now } = request;
  const { id } = await requireActiveWebhook(owner, params.id ?? "");
  const hours = Number(form.hours);
  if (!REPLAY_HOURS.includes(hours)) throw new Problem("parameter_invalid", "Choose one of the periods.");
  await limitReplays(id, now);
  const since = new Date(now.getTime() - hours * 3_600_000).toISOString();
  const replay = { kind: "replay", ...owner, endpoint_id: id, since, until: now.toISOString() } as const;
  await putReplayRequest(replay, now, undefined);
  return seeOther(`${pageOf(request)}?done=replayed`);
}

export async function removeEndpoint({ owner, params }: DashboardRequest): Promise<Result> {
  if (!(await deleteEndpoint(owner, params.id ?? ""))) throw unknownWebhook();
  return seeOther(`/developers/webhooks/${owner.mode}?done=deleted`);
}

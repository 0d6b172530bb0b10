import { invalid, Problem, statusConflict } from "../../contract/errors.ts";
import { newPing } from "../../domain/event/event.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import { deliveryId, newDelivery } from "../../domain/webhook/delivery.ts";
import { isUrlTaken } from "../../domain/webhook/newest-by-url.ts";
import { rotateSecret } from "../../domain/webhook/rotate-secret.ts";
import { endpointId, MAX_ENDPOINTS, type WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import {
  createEndpoint,
  EndpointRequest,
  OVERLAP_SECONDS,
  patchEndpoint,
} from "../../domain/webhook/webhook-request.ts";
import { putView, takeView } from "../../http/guard/form-once.ts";
import { limitReplays } from "../../http/guard/own-limits.ts";
import type { Result } from "../../http/serve/responses.ts";
import { newSecretPage, shownSecretPage } from "./endpoint-secret-page.tsx";
import { FormMistakes, mistakesOf } from "../../pages/layout/form-mistakes.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { putReplayRequest } from "../../store/event/events.ts";
import type { Write } from "../../store/table/table.ts";
import { putPing } from "../../store/webhook/deliveries.ts";
import { deleteEndpoint, listEndpoints, moveEndpoint, putEndpoint } from "../../store/webhook/endpoints.ts";
import { makeSecret } from "../../webhooks/endpoint-secret.ts";
import { requireTarget } from "../../webhooks/require-target.ts";
import { requireActiveWebhook, requireWebhook, unknownWebhook } from "../../webhooks/require-webhook.ts";
import { viewOf } from "./load-endpoints.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

const pageOf = ({ owner, params }: DashboardRequest) => `/developers/webhooks/${owner.mode}/${params.id}`;

const WORDS = {
  url: "Enter an https address of up to 2,048 characters, such as https://acme.example/hooks.",
  events: "Choose at least one event type, or all of them.",
  description: "Enter up to 500 characters on one line.",
};

/** The form's fields as the API's request. No chosen type means all, future types included. */
function requestIn({ form }: DashboardRequest): EndpointRequest {
  const chosen = Object.keys(form).flatMap((name) => (name.startsWith("event-") ? [name.slice(6)] : []));
  const parsed = EndpointRequest.safeParse({
    url: (form.url ?? "").trim(),
    events: form.which === "some" ? chosen : ["*"],
    ...(form.description && { description: form.description }),
  });
  if (parsed.success) return parsed.data;
  throw new FormMistakes(mistakesOf(parsed.error, WORDS));
}

/** `takesOver`: another active endpoint has the URL of this new one. */
type SecretView = { secret: string; takesOver: boolean };

const viewAt = async (owner: Owner, id: string, view: SecretView, now: Date) =>
  `/developers/webhooks/${owner.mode}/${id}/secret/${await putView(owner, view, now)}`;

export async function showNewSecret({ shown, owner, params, now }: DashboardRequest): Promise<Result> {
  const endpoint = viewOf(await requireWebhook(owner, params.id ?? ""), now);
  const view = await takeView<SecretView>(owner, params.view ?? "", now);
  return view ? newSecretPage(shown, { endpoint, ...view }) : shownSecretPage(shown, endpoint);
}

export async function addEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, now, remember } = request;
  const fields = requestIn(request);
  await requireTarget(fields.url);
  const id = endpointId(now);
  const { secret, sealed } = await makeSecret(id, now);
  const endpoint = createEndpoint(owner, fields, id, sealed);
  const takesOver = isUrlTaken(endpoint, await listEndpoints(owner));
  const view = await viewAt(owner, id, { secret, takesOver }, now);
  if (await putEndpoint(owner, endpoint, remember(view))) return seeOther(view);
  throw new Problem(
    "webhook_limit_reached",
    `The account already has the maximum of ${MAX_ENDPOINTS} webhook endpoints in this mode. Delete one first.`,
  );
}

async function change(
  request: DashboardRequest,
  decide: (endpoint: WebhookEndpoint) => WebhookEndpoint,
  memory?: Write,
): Promise<WebhookEndpoint> {
  const { owner, params } = request;
  const endpoint = await requireWebhook(owner, params.id ?? "");
  const changed = await moveEndpoint(owner, endpoint, (held) => {
    const after = decide(held);
    return { after, answer: after, memory };
  });
  if (changed) return changed;
  throw unknownWebhook();
}

export async function editEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, now } = request;
  const fields = requestIn(request);
  const { url } = await requireWebhook(owner, params.id ?? "");
  if (fields.url !== url) await requireTarget(fields.url);
  // The form has the whole endpoint, so an empty description removes the one that is stored.
  await change(request, ({ description: _, ...held }) => patchEndpoint(held, fields, now));
  return seeOther(`${pageOf(request)}?done=saved`);
}

export async function switchEndpoint(request: DashboardRequest): Promise<Result> {
  const status = request.form.status === "active" ? "active" : "disabled";
  await change(request, (held) => patchEndpoint(held, { status }, request.now));
  return seeOther(`${pageOf(request)}?done=${status}`);
}

/** A form rotates only its page's secret: without an overlap, another member's would be dropped. */
export async function rotateEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, form, now, remember } = request;
  const hours = /^\d{1,3}$/.test(form.overlap ?? "") ? Number(form.overlap) : Number.NaN;
  if (!(hours * 3600 <= OVERLAP_SECONDS.most))
    throw invalid("The overlap must be a whole number of hours, from 0 to 168.", "overlap");
  const { secret, sealed } = await makeSecret(params.id ?? "", now);
  const view = await viewAt(owner, params.id ?? "", { secret, takesOver: false }, now);
  await change(
    request,
    (held) => {
      if (form.replaces !== viewOf(held, now).secret_created_at) throw rotatedMeanwhile();
      return rotateSecret(held, sealed, hours * 3600);
    },
    remember(view),
  );
  return seeOther(view);
}

const rotatedMeanwhile = () =>
  statusConflict(
    "You or another member rotated the secret since this form was loaded, so we changed nothing. If you don't have the new secret, rotate it again.",
  );

export async function pingEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, now, remember } = request;
  const endpoint = await requireActiveWebhook(owner, params.id ?? "");
  const event = newPing(endpoint.id, isLive(owner), now);
  const delivery = newDelivery(await deliveryId(event.id, endpoint.id), event, endpoint, now);
  const page = `${pageOf(request)}?done=pinged`;
  await putPing(owner, event, delivery, remember(page));
  return seeOther(page);
}

const REPLAY_HOURS = [1, 24, 72, 720];

export async function replayToEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, form, now, remember } = request;
  const { id } = await requireActiveWebhook(owner, params.id ?? "");
  const hours = Number(form.hours);
  if (!REPLAY_HOURS.includes(hours)) throw invalid("Choose one of the periods.", "hours");
  await limitReplays(id, now);
  const since = new Date(now.getTime() - hours * 3_600_000).toISOString();
  const replay = { kind: "replay", ...owner, endpoint_id: id, since, until: now.toISOString() } as const;
  const page = `${pageOf(request)}?done=replayed`;
  await putReplayRequest(replay, now, remember(page));
  return seeOther(page);
}

export async function removeEndpoint({ owner, params, now }: DashboardRequest): Promise<Result> {
  if (!(await deleteEndpoint(owner, params.id ?? "", now))) throw unknownWebhook();
  return seeOther(`/developers/webhooks/${owner.mode}?done=deleted`);
}

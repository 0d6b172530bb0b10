import { statusConflict } from "../../contract/errors.ts";
import { resend } from "../../domain/webhook/delivery.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { moveDeliveryAnew } from "../../store/webhook/deliveries.ts";
import { unknownDelivery } from "../../webhooks/require-delivery.ts";
import { requireActiveWebhook } from "../../webhooks/require-webhook.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { requireOwnDelivery } from "./load-events.ts";

export async function resendToEndpoint(request: DashboardRequest): Promise<Result> {
  const { owner, params, now, remember } = request;
  const page = `/developers/webhooks/${owner.mode}/${params.id}/${params.delivery}?done=resent`;
  await requireActiveWebhook(owner, params.id ?? "");
  const before = await requireOwnDelivery(request);
  const moved = await moveDeliveryAnew(owner, before, now, (held) => {
    const after = resend(held, now);
    if (after) return { after, answer: true, memory: remember(page) };
    throw statusConflict("Too many resends are already pending (maximum 10). Wait until one is sent.");
  });
  if (!moved) throw unknownDelivery();
  return seeOther(page);
}

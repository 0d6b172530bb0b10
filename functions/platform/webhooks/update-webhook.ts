import { updateWebhookOperation } from "../../../shared/contract/platform/webhooks/update-webhook.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { patchEndpoint } from "../../../shared/domain/webhook/webhook-request.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveEndpoint } from "../../../shared/store/webhook/endpoints.ts";
import { requireTarget } from "../../../shared/webhooks/require-target.ts";
import { requireWebhook, unknownWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(updateWebhookOperation, {
  load: ({ params }, { owner }) => requireWebhook(owner, params.id),
  answer: async ({ body }, { owner, now, loaded, reply }) => {
    if (body.url !== undefined) await requireTarget(body.url);
    const updated = await moveEndpoint(owner, loaded, (endpoint) => {
      const after = patchEndpoint(endpoint, body, now);
      return { after, answer: reply("updated", publicEndpoint(after, now)) };
    });
    if (!updated) throw unknownWebhook();
    return updated;
  },
});

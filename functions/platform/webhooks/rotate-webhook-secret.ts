import { rotateWebhookSecretOperation } from "../../../shared/contract/platform/webhooks/rotate-webhook-secret.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { rotateSecret } from "../../../shared/domain/webhook/rotate-secret.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { moveEndpoint } from "../../../shared/store/webhook/endpoints.ts";
import { makeSecret } from "../../../shared/webhooks/endpoint-secret.ts";
import { requireWebhook, unknownWebhook } from "../../../shared/webhooks/require-webhook.ts";

export const handler = servePlatform(rotateWebhookSecretOperation, {
  load: ({ params }, { owner }) => requireWebhook(owner, params.id),
  answer: async ({ params, body }, { owner, now, loaded, reply, remember }) => {
    const { secret, sealed } = await makeSecret(params.id, now);
    const rotated = await moveEndpoint(owner, loaded, (endpoint) => {
      const after = rotateSecret(endpoint, sealed, body.overlap_seconds);
      const shown = publicEndpoint(after, now);
      const answer = reply("rotated", { ...shown, secret });
      return { after, answer, memory: remember(answer, reply("rotated", shown)) };
    });
    if (!rotated) throw unknownWebhook();
    return rotated;
  },
});

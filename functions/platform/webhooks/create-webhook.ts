import { Problem } from "../../../shared/contract/errors.ts";
import { createWebhookOperation } from "../../../shared/contract/platform/webhooks/create-webhook.ts";
import { isOfDocs } from "../../../shared/domain/account/api-key.ts";
import { publicEndpoint } from "../../../shared/domain/webhook/public-endpoint.ts";
import { endpointId, MAX_ENDPOINTS } from "../../../shared/domain/webhook/webhook-endpoint.ts";
import { createEndpoint } from "../../../shared/domain/webhook/webhook-request.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putEndpoint } from "../../../shared/store/webhook/endpoints.ts";
import { makeSecret } from "../../../shared/webhooks/endpoint-secret.ts";
import { requireTarget } from "../../../shared/webhooks/require-target.ts";

export const handler = servePlatform(createWebhookOperation, {
  answer: async ({ body }, { owner, key, now, reply, remember }) => {
    await requireTarget(body.url);
    const id = endpointId(now);
    const { secret, sealed } = await makeSecret(id, now);
    const newEndpoint = createEndpoint(owner, body, id, sealed);
    const endpoint = isOfDocs(key) ? { ...newEndpoint, of_docs: true as const } : newEndpoint;
    const shown = publicEndpoint(endpoint, now);
    const created = reply("created", { ...shown, secret });
    // The secret is not repeated: a guessed idempotency key would reveal it.
    if (await putEndpoint(owner, endpoint, remember(created, reply("created", shown)))) return created;
    throw new Problem(
      "webhook_limit_reached",
      `The account already has the maximum of ${MAX_ENDPOINTS} webhook endpoints in this mode. Delete one first.`,
    );
  },
});

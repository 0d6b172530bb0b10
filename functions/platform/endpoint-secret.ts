import { seal } from "../../shared/crypto/sealed.ts";
import type { SealedSecret } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { readEndpointKeys } from "../../shared/store/webhook/endpoint-keys.ts";
import { newSecret } from "../../shared/webhooks/signing.ts";

/** A new secret of an endpoint: once to be shown, and once to be kept. */
export async function makeSecret(
  endpointId: string,
  now: Date,
): Promise<{ secret: string; sealed: SealedSecret }> {
  const secret = newSecret();
  const sealed = seal(secret, endpointId, await readEndpointKeys());
  return { secret, sealed: { sealed, created_at: now.toISOString() } };
}

import { seal } from "../crypto/sealed.ts";
import type { SealedSecret } from "../domain/webhook/webhook-endpoint.ts";
import { readEndpointKeys } from "../store/webhook/endpoint-keys.ts";
import { newSecret } from "./signing.ts";

export async function makeSecret(
  endpointId: string,
  now: Date,
): Promise<{ secret: string; sealed: SealedSecret }> {
  const secret = newSecret();
  const sealed = seal(secret, endpointId, await readEndpointKeys());
  return { secret, sealed: { sealed, created_at: now.toISOString() } };
}

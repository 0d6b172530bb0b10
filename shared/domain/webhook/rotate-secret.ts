import type { SealedSecret, WebhookEndpoint } from "./webhook-endpoint.ts";

/** So that the signatures of a delivery fit in a header, and a receiver tries few. */
export const MAX_SECRETS = 4;

/** Older ones sign until their own ends, as a receiver may have any. Without an overlap: none. */
export function rotateSecret(
  endpoint: WebhookEndpoint,
  secret: SealedSecret,
  overlapSeconds: number,
): WebhookEndpoint {
  const now = new Date(secret.created_at);
  const [previous, ...older] = overlapSeconds > 0 ? currentSecrets(endpoint, now) : [];
  const expires_at = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
  const kept = previous ? [{ ...previous, expires_at }, ...keptOf(older)] : [];
  return { ...endpoint, secrets: [secret, ...kept] };
}

/** Those that end soonest, never the oldest: after several rotations, receivers have that one. */
function keptOf(older: readonly SealedSecret[]): SealedSecret[] {
  const between = older.slice(0, -1).sort((a, b) => ((a.expires_at ?? "") > (b.expires_at ?? "") ? -1 : 1));
  const kept = new Set([...between.slice(0, MAX_SECRETS - 3), ...older.slice(-1)]);
  return older.filter((secret) => kept.has(secret));
}

/** The secrets that sign now, newest first. */
export const currentSecrets = ({ secrets }: WebhookEndpoint, now: Date): SealedSecret[] =>
  secrets.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > now.getTime());

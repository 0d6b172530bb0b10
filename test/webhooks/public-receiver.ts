import { expect } from "@jest/globals";
import { AttemptResult } from "../../shared/domain/webhook/attempt.ts";
import { BOUNDS, type Bounds, type PostOptions, post } from "../../shared/webhooks/post.ts";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { startDns } from "./dns-stub.ts";
import { type Behaviour, ca, HOST, type Listener, listen, ownAddress } from "./loopback.ts";

/** For attempts that must end in a timeout. The others get the usual bounds, which a busy machine keeps. */
export const quick: Bounds = { ...BOUNDS, connectMs: 3_000, totalMs: 3_000 };
/** How late a busy machine may notice a timeout. */
export const SLACK_MS = 10_000;

const url = `https://${HOST}:8443/in?x=1`;
export const request = {
  url,
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"a":"é"}'),
};

export type PublicReceiver = {
  partner: Listener;
  options: PostOptions;
  /** Posts to a server with this behaviour, and expects a result in time. */
  deliver: (behave: Behaviour, more?: PostOptions, to?: Listener) => Promise<AttemptResult>;
  close: () => void;
};

/** A receiver with a name and a certificate, at the one loopback address that counts as public. */
export async function startPublicReceiver(): Promise<PublicReceiver> {
  const address = ownAddress();
  const partner = await listen(address);
  const dns = await startDns((name) => (name === HOST ? [address] : []));
  const options: PostOptions = {
    bounds: BOUNDS,
    ca,
    resolve: publicDns([dns.server]),
    isPublic: (target) => target === address,
  };
  const deliver: PublicReceiver["deliver"] = async (behave, more = {}, to = partner) => {
    to.behave = behave;
    const started = performance.now();
    const result = await post(request, { ...options, ...more });
    const took = performance.now() - started;
    expect(took).toBeLessThan((more.bounds ?? BOUNDS).totalMs + SLACK_MS);
    expect(result.duration_ms).toBeLessThanOrEqual(Math.ceil(took));
    return AttemptResult.parse(result);
  };
  const close = () => {
    partner.close();
    dns.close();
  };
  return { partner, options, deliver, close };
}

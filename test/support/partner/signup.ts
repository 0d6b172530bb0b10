import type { Json } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";

export const SIGNUPS = "/api/agent/signups";

/** A new signup and its email address, from a new address. */
export async function newSignup(cloud: Cloud, json: object = {}): Promise<Json & { email: string }> {
  const email = freshEmail();
  const reply = await cloud.post(SIGNUPS, { email, ...json }, { from: freshAddress() });
  return { ...reply.json, email };
}

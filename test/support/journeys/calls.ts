import type { Json } from "../../../infra/local/test/support/http.ts";
import { freshEmail } from "../cloud/cloud.ts";
import type { Partner } from "../partner/platform.ts";

export const keyed = (json?: object) => ({
  method: "POST",
  ...(json && { json }),
  headers: { "idempotency-key": freshEmail() },
});

export async function create(partner: Partner, path: string, json: object): Promise<Json> {
  const reply = await partner.call(path, keyed(json));
  if (reply.status !== 201) throw new Error(`POST ${path} returned ${reply.status}`);
  return reply.json;
}

export async function ask(partner: Partner, method: string, path: string, status: number, json?: object) {
  const reply = await partner.call(path, { method, ...(json && { json }) });
  if (reply.status !== status) throw new Error(`${method} ${path} returned ${reply.status}`);
  return reply.json;
}

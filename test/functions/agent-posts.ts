import type { Result } from "../../shared/http/serve/responses.ts";
import type { serve } from "../../shared/http/serve/serve.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

export type Name = "start-signup" | "register-partner" | "join-waitlist";

export const engine = await startEngine();
process.env.BASE_URL = "https://api.example.com";
const handlers: Record<Name, ReturnType<typeof serve>> = {
  "start-signup": (await import("../../functions/agent/start-signup.ts")).handler,
  "register-partner": (await import("../../functions/agent/register-partner.ts")).handler,
  "join-waitlist": (await import("../../functions/agent/join-waitlist.ts")).handler,
};

/** The number of posts so far. */
let calls = 0;

/** A post as the gateway sends it, each from a new address. */
export async function post(name: Name, body: object, from?: string) {
  calls++;
  const event = gatewayEvent("POST", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    from: from ?? `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  });
  const { statusCode, headers, body: text = "" } = (await handlers[name](event, {} as never)) as Result;
  return { status: statusCode, headers, json: JSON.parse(text) };
}

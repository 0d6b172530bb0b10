import { expect, test } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

type Handler = (
  event: APIGatewayProxyEventV2,
  context: never,
) => Promise<{ statusCode: number; body: string }>;

await startEngine();
process.env.BASE_URL = "https://api.example.com";
const startSignup = (await import("../../functions/agent/start-signup.ts")).handler as unknown as Handler;
const { putPartner } = await import("../../shared/store/account/partners.ts");
const contact = { company: "Known", email: "dev@known.example", website: "https://known.example" };
const { partner, account } = registerPartner(contact, "known", new Date());
await putPartner(partner, account);

/** The code of the error that a page of another site gets. */
async function codeOf(partner_id: string, from: string): Promise<string> {
  const event = gatewayEvent("POST", {
    from,
    headers: { origin: "https://evil.example", "content-type": "application/json" },
    body: JSON.stringify({ email: "ana@example.com", partner_id }),
  });
  return JSON.parse((await startSignup(event, {} as never)).body).error.code;
}

test("a page can try 20 unknown partner ids a minute, and one of a registered partner counts as none", async () => {
  const tried: string[] = [];
  for (let i = 0; i < 21; i++) tried.push(await codeOf(`unknown-${i}`, "203.0.113.1"));
  expect(tried).toEqual([...Array(20).fill("origin_not_allowed"), "rate_limit_exceeded"]);

  const known: string[] = [];
  for (let i = 0; i < 21; i++) known.push(await codeOf("known", "203.0.113.2"));
  expect(known).toEqual(Array(21).fill("origin_not_allowed"));
});

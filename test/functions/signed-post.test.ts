import { expect, jest, test } from "@jest/globals";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { seal } from "../../shared/crypto/sealed.ts";
import { newPing } from "../../shared/domain/event/event.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import { createEndpoint } from "../../shared/domain/webhook/webhook-request.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { serveSecret } from "../support/cloud/served.ts";

const ID = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";
const SECRET = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=";
const owner = { account_id: "acct_1", mode: "live" } as const;
const now = new Date();

/** A Secrets Manager with one value, which the test changes. */
const manager = { value: "OldKey", reads: 0 };
const event = newPing(ID, false, now);
await startEngine();
await serveSecret(() => {
  manager.reads++;
  return manager.value;
});
process.env.ENDPOINT_SECRET_ARN = "arn:endpoint";
const { signedPost } = await import("../../shared/webhooks/signed-post.ts");
const { endpointKeysFrom: keysFrom } = await import("../../shared/store/webhook/endpoint-keys.ts");
const { eventWrite } = await import("../../shared/store/event/events.ts");
const { write } = await import("../../shared/store/table/table.ts");
await write(eventWrite(owner, event));

async function verdictOf(sealedWith: string) {
  const sealed = seal(SECRET, ID, keysFrom([sealedWith]));
  const request = { url: "https://hooks.example.com/", events: ["*" as const] };
  const endpoint = createEndpoint(owner, request, ID, { sealed, created_at: now.toISOString() });
  const { headers, body } = await signedPost(newDelivery("dlv_1", event, endpoint, now), endpoint);
  return verifyWebhook({ body, headers, secret: SECRET });
}

test("a secret sealed with a new key signs at once, and the key is read again once", async () => {
  const clock = jest.spyOn(Date, "now");
  const passed = (ms: number) => clock.mockReturnValue(1_000_000 + ms);
  passed(0);
  expect(await verdictOf("OldKey")).toMatchObject({ ok: true });
  manager.value = "NewKey,OldKey";
  passed(60_000);
  expect(await verdictOf("NewKey")).toMatchObject({ ok: true });
  expect(await verdictOf("OldKey")).toMatchObject({ ok: true });
  expect(manager.reads).toBe(2);
  // An unknown key is looked for every few seconds at most.
  for (let i = 0; i < 5; i++) await expect(verdictOf("LostKey")).rejects.toThrow("names an unknown key");
  expect(manager.reads).toBe(2);
  passed(66_000);
  await expect(verdictOf("LostKey")).rejects.toThrow("names an unknown key");
  expect(manager.reads).toBe(3);
});

test("an empty first value signs nothing, because everyone knows its key, and the good keys still do", async () => {
  jest.spyOn(Date, "now").mockReturnValue(1_100_000);
  manager.value = ",OldKey";
  await expect(verdictOf("NewestKey")).rejects.toThrow("The secret has no first value");
  expect(await verdictOf("OldKey")).toMatchObject({ ok: true });
  manager.value = "NewestKey,,OldKey";
  expect(await verdictOf("NewestKey")).toMatchObject({ ok: true });
  expect(await verdictOf("OldKey")).toMatchObject({ ok: true });
  await expect(verdictOf("")).rejects.toThrow("names an unknown key");
});

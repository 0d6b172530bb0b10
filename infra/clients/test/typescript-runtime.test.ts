import { expect, test } from "@jest/globals";
import { newSecret, sign } from "../../../shared/webhooks/signing.ts";
import { WebhookSignatureError } from "../typescript/src/failures.ts";
import { unwrapEvent } from "../typescript/src/webhooks.ts";

test("an event is unwrapped from bytes and a Headers object, with one of several secrets", async () => {
  const secrets: [string, string] = [newSecret(), newSecret()];
  const body = Buffer.from('{"id":"evt_1","type":"ping"}');
  const headers = new Headers(sign({ eventId: "evt_1", body, sentAt: new Date(), secrets: [secrets[0]] }));
  await expect(unwrapEvent(body, headers, secrets)).resolves.toEqual({ id: "evt_1", type: "ping" });
  await expect(unwrapEvent(body, headers, secrets[1])).rejects.toThrow(WebhookSignatureError);
  const wrong: [unknown, unknown, unknown][] = [
    [null, headers, secrets],
    [{ id: "evt_1" }, headers, secrets],
    [body, null, secrets],
    [body, { "webhook-id": null, "webhook-timestamp": 5 }, secrets],
    [body, headers, null],
    [body, headers, [secrets]],
  ];
  for (const [header, listed, secret] of wrong)
    await expect(unwrapEvent(header as never, listed as never, secret as never)).rejects.toThrow(
      WebhookSignatureError,
    );
  const later = new Date(Date.now() + 301_000);
  await expect(unwrapEvent(body, headers, secrets, { now: later })).rejects.toThrow("too old");
});

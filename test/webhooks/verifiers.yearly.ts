import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { DELIVERED_TYPE, deliveredBody } from "../../shared/domain/event/event.ts";
import { type Verifier, verifiers } from "../../shared/site/docs/docs-verifiers.ts";
import { post } from "../../shared/webhooks/post.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";
import { lackOf } from "../support/installed-programs.ts";
import { frameworks, startFramework } from "./receivers/receivers.ts";
import { installed, run } from "./verifier-runners.ts";

(installed("go") ? test : test.skip)("the verifier in Go takes what is ours and nothing else", () => {
  const { taken, due } = run(verifiers.find(({ language }) => language === "go") as Verifier);
  expect(taken).toEqual(due);
});

/** Every 251st character of Unicode, without the halves of pairs. */
const sample = Array.from({ length: 4_439 }, (_, i) => 32 + i * 251)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .join("");

/** What an account may write into a description. */
const texts = {
  "plain ASCII": "shift of 12 June",
  "all scripts": `王小明 محمد 👩‍👩‍👧 𝒵𠮷 ${sample}`,
  "separators of lines": "a\u2028b\u2029c\u0085d\u007fe",
};

/** Frameworks are installed and compiled in the first run. */
const MINUTES = 5 * 60_000;
const secret = newSecret();

/** The status with which a receiver answers the delivery of a description, after a change of its body. */
async function delivered(url: string, description: string, change = (body: string) => body) {
  const eventId = "evt_01kadzcv7w6x5y4t3s2r1q0p9n";
  const stored = JSON.stringify({ id: eventId, type: "payment.completed", data: { description } });
  const body = Buffer.from(deliveredBody(stored));
  const headers = {
    "content-type": DELIVERED_TYPE,
    ...sign({ eventId, body, sentAt: new Date(), secrets: [secret] }),
  };
  const sent = { url, headers, body: Buffer.from(change(body.toString())) };
  return (await post(sent, { localTargets: true })).status;
}

describe.each(frameworks.map((framework) => [framework.name, framework] as const))("%s", (_, framework) => {
  const lack = lackOf(framework.needs);
  const testHere = lack ? test.skip : test;
  let receiver: Awaited<ReturnType<typeof startFramework>>;
  beforeAll(async () => {
    if (!lack) receiver = await startFramework(framework, secret);
  }, MINUTES);
  afterAll(() => receiver?.end());

  testHere.each(Object.entries(texts))(
    `the documented verifier takes %s, read as bytes and as text${lack}`,
    async (_name, text) => {
      for (const way of ["bytes", "text"]) {
        const url = `${receiver.url}/${way}`;
        expect([way, await delivered(url, text)]).toEqual([way, 204]);
        expect(await delivered(url, text, (body) => body.replace("payment", "payments"))).toBe(400);
      }
    },
  );
});

import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { schedules } from "../../shared/domain/webhook/delivery.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { notifiedPartner } from "../support/partner/scripted-endpoint.ts";

const HOUR = 3_600_000;

const cloud = await sharedCloud();

test("a receiver that is down for two days gets every event once when it is back", async () => {
  const receiver = await Receiver.start();
  receiver.answer = () => ({ status: 503 });
  const partner = await notifiedPartner(cloud);
  const { id, secret } = await partner.create("/v1/webhooks", {
    url: receiver.url("/hook"),
    events: ["driver.created"],
  });
  const at = `/v1/webhooks/${id}`;
  const subjects = async () => (await mailsTo(cloud, partner.email)).map(({ subject }) => subject);

  const down = await cloud.now();
  const drivers = [await partner.driver()];
  await cloud.advanceTo(down + 23 * HOUR);
  const { failing_since, ...failing } = await partner.read(at);
  expect(failing.status).toBe("active");
  expect(Date.parse(failing_since) - down).toBeLessThan(HOUR / 60);
  expect(await subjects()).toEqual([]);

  drivers.push(await partner.driver());
  await cloud.advanceTo(down + 48 * HOUR);
  // The endpoint is disabled after five days only.
  expect(await subjects()).toEqual(["Your webhook endpoint is not receiving events"]);
  expect(await partner.read(at)).toMatchObject({ status: "active", failing_since });
  drivers.push(await partner.driver());
  await cloud.advance("1m");

  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
  // The longest wait of the schedule, with its jitter.
  await cloud.advance("12h");
  expect(receiver.received.map(({ json }) => json.data.id).sort()).toEqual(
    drivers.map((driver) => driver.id).sort(),
  );
  // Signatures have the machine's time.
  const now = new Date(performance.timeOrigin + performance.now());
  for (const { body, headers } of receiver.received)
    expect(verifyWebhook({ body, headers, secret, now })).toMatchObject({ ok: true });
  expect(await partner.read(at)).toMatchObject({ status: "active", failing_since: null });
  expect(await subjects()).toHaveLength(1);

  const failures: number[] = [];
  const { data } = await partner.read(`${at}/deliveries`);
  expect(data.map(({ status }: Json) => status)).toEqual(["delivered", "delivered", "delivered"]);
  for (const delivery of data) {
    const { attempts } = await partner.read(`${at}/deliveries/${delivery.id}`);
    failures.push(...attempts.slice(0, -1).map((attempt: Json) => Date.parse(attempt.at)));
    const starts: number[] = attempts.map((attempt: Json) => Date.parse(attempt.at));
    for (const [i, step] of schedules.live.slice(0, starts.length - 1).entries()) {
      const seconds = ((starts[i + 1] ?? 0) - (starts[i] ?? 0)) / 1000;
      // A fifth of jitter, and what a busy machine takes for an attempt.
      expect([step, seconds >= 0.8 * step - 0.5, seconds <= 1.2 * step + 10]).toEqual([step, true, true]);
    }
    expect(attempts.slice(0, -1).every((attempt: Json) => attempt.status === 503)).toBe(true);
    expect(attempts.at(-1)).toMatchObject({ kind: "scheduled", outcome: "delivered", status: 204 });
  }
  const firstAfterADay = Math.min(
    ...failures.filter((start) => start >= Date.parse(failing_since) + 24 * HOUR),
  );
  const [warning] = await mailsTo(cloud, partner.email);
  const late = Date.parse(warning?.at ?? "") - firstAfterADay;
  expect([late >= 0, late < HOUR / 60]).toEqual([true, true]);
});

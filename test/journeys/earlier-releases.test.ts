import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Template } from "../../infra/local/template.ts";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Json, send } from "../../infra/local/test/support/http.ts";
import { postForm } from "../support/cloud/browserless.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { assemblyDir } from "../support/cloud/synthesise.ts";
import { releases, startOn } from "../support/releases/read-release.ts";

/** Fields that differ on purpose, by the operation's path. */
const CHANGED: Record<string, readonly string[]> = {
  // The method is explained in other words, and estimates are annualised.
  "/summary": ["method", "quarterly_estimates"],
  // A preview is made anew at each read.
  "/1099": ["generated_at", "pdf_url"],
};

afterAll(endClouds);

/** A reply without the fields that changed on purpose. */
function kept(path: string, reply: Json): Json {
  const [, names = []] = Object.entries(CHANGED).find(([part]) => path.includes(part)) ?? [];
  return Object.fromEntries(Object.entries(reply).filter(([name]) => !names.includes(name)));
}

/** Base addresses differ between two local clouds. */
const withoutHost = (value: Json): Json =>
  JSON.parse(JSON.stringify(value).replace(/https?:\/\/(localhost|127\.0\.0\.1):\d+(?=\/(?!hook))/g, ""));

describe.each(releases)("on the data of release $release", (release) => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startOn(release);
  });
  const call = (path: string, more = {}) =>
    cloud.call(path, { headers: { authorization: `Bearer ${release.key}`, ...more } });

  test("every object is read as that release replied it", async () => {
    for (const [path, reply] of Object.entries(release.replies)) {
      const { status, json } = await call(path);
      expect([path, status]).toEqual([path, 200]);
      expect(withoutHost(json)).toMatchObject(withoutHost(kept(path, reply)));
    }
  });

  test("an idempotency key replays the payout of that release", async () => {
    const { key, request, reply } = release.replay;
    // A repetition returns that release's own bytes, so it lacks the fields that came later.
    const replayed = await send(`${cloud.url}/v1/payments/payout`, {
      json: request,
      headers: { authorization: `Bearer ${release.key}`, "idempotency-key": key },
    });
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    expect(replayed.json).toEqual(reply);
  });

  test("an emailed link of that release confirms its signup", async () => {
    await postForm(cloud, release.link, { consent: "yes" });
    expect((await cloud.call(`/api/agent/signups/${release.signup}`)).json.status).toBe("waitlist_joined");
  });

  test("its messages are processed: an email leaves, an event is delivered, a timer fires", async () => {
    expect((await mailTo(cloud, release.stuck_email)).subject).not.toBe("");
    const [event] = release.messages.map(({ body }) => JSON.parse(body)).filter(({ event_id }) => event_id);
    await eventually(async () => {
      const { data } = (await call(`/v1/webhooks/${release.webhook}/deliveries?limit=50`)).json;
      return data.some(({ event_id }: Json) => event_id === event.event_id);
    });
    await cloud.advance("2m");
    expect((await call(`/v1/payments/${release.pending}`)).json.status).toBe("completed");
  });

  test("nothing failed: no fault is logged, and no dead-letter queue has a message", async () => {
    // The email's message and its outbox entry can meet. One of the two then waits and is tried again.
    const faults = cloud
      .logs()
      .split("\n")
      .filter((line) => line.includes('"message":"fault"') && !line.includes('"error_name":"Busy"'));
    expect(faults).toEqual([]);
    const letters = new Template(assemblyDir)
      .ids("AWS::SQS::Queue")
      .filter((id) => /DeadLetters|Letters/.test(id));
    expect(letters.length).toBeGreaterThan(3);
    for (const queue of letters) expect([queue, await cloud.queueLength(queue)]).toEqual([queue, 0]);
  });
});

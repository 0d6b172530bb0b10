import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { brand } from "../../shared/domain/brand.ts";
import { freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { ANSWERS } from "../support/dashboard/forms.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { notifiedPartner } from "../support/partner/scripted-endpoint.ts";

const cloud = await startCloud();

const TEAM = "/developers/account/test/team";

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

describe("npm run ops -- webhooks redrive, and relay redrive", () => {
  test("report what they did, and send nothing a second time", async () => {
    const partner = await newPartner(cloud);
    const receiver = await Receiver.start();
    const { id } = await partner.create("/v1/webhooks", { url: receiver.url(), events: ["driver.created"] });
    const since = new Date(await cloud.now()).toISOString();
    for (let i = 0; i < 3; i++) await partner.driver();
    await eventually(async () => {
      const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
      return data.length === 3 && data.every(({ status }: Json) => status === "delivered");
    });
    const fannedOut = async () => (await cloud.usage())["fan-out-event"]?.calls["dynamodb:PutItem"] ?? 0;
    await cloud.clearUsage();
    const redriven = await ops("relay", "redrive", "--since", since);
    expect(redriven).toMatchObject({ code: 0, stdout: "3 entries and events were relayed\n" });
    await eventually(async () => (await fannedOut()) === 3);
    expect(await ops("relay", "redrive", "--since", since, "--resume", partner.accountId)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 entries/),
    });
    await eventually(async () => ((await cloud.usage())["deliver-webhook"]?.invocations ?? 0) > 0);
    expect(receiver.received).toHaveLength(3);
    await cloud.inject({ kind: "error", caller: "repair", action: "sqs:SendMessage" });
    expect(await ops("relay", "redrive", "--since", since)).toMatchObject({
      code: 1,
      stdout: `0 entries and events were relayed, 3 could not be relayed now. Continue with --since ${since} --resume ${partner.accountId}\n`,
    });
    // Whichever of the two comes first, the other is relayed.
    const other = await newPartner(cloud);
    await other.driver();
    for (const [failing, carried, failed] of [
      [partner, 1, 3],
      [other, 3, 1],
    ] as const) {
      const theirs = { containing: failing.accountId, action: "sqs:SendMessage" };
      await cloud.inject({ kind: "error", caller: "repair", ...theirs });
      expect((await ops("relay", "redrive", "--since", since)).stdout).toBe(
        `${carried} entries and events were relayed, ${failed} could not be relayed now. Continue with --since ${since} --resume ${failing.accountId}\n`,
      );
    }
    const firsts = { action: "sqs:StartMessageMoveTask", containing: "First" };
    await cloud.inject({ kind: "error", caller: "repair", ...firsts });
    expect(await ops("webhooks", "redrive")).toMatchObject({
      code: 1,
      stdout: "Redriving: events (0), waiting (0). Failed or already running: first (0)\n",
    });
    await cloud.inject();
    expect(await ops("webhooks", "redrive")).toMatchObject({
      code: 0,
      stdout: "Redriving: events (0), first (0), waiting (0)\n",
    });
    receiver.close();
  });

  test("an email that was sent is not sent again: an invitation, a request for live access, a disabled endpoint", async () => {
    const since = new Date(await cloud.now()).toISOString();
    const admin = await new DashboardVisitor(cloud).signIn("Acme Fleet");
    const invited = freshEmail();
    await admin.post(TEAM, "/developers/account/team/invite", { email: invited, role: "viewer" });
    await admin.post("/developers/account/test/go-live", "/developers/account/live-access", ANSWERS);
    const partner = await notifiedPartner(cloud);
    const receiver = await Receiver.start();
    receiver.answer = () => ({ status: 410 });
    await partner.create("/v1/webhooks", { url: receiver.url(), events: ["driver.created"] });
    await partner.driver();
    const sent = async () =>
      (await Promise.all([invited, brand.supportEmail, partner.email].map((to) => mailsTo(cloud, to)))).map(
        ({ length }) => length,
      );
    await eventually(async () => (await sent()).every((count) => count === 1));
    await cloud.clearUsage();
    expect((await ops("relay", "redrive", "--since", since)).code).toBe(0);
    await cloud.advance("5m");
    expect((await cloud.usage())["send-mail"]?.invocations).toBeGreaterThan(0);
    expect(await sent()).toEqual([1, 1, 1]);
    receiver.close();
  });
});

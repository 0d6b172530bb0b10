import { expect, test } from "@jest/globals";
import type { ActivityEntry } from "../../infra/local/activity/activity.ts";
import { ActivityReader } from "../../infra/local/activity/activity-reader.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { notifiedPartner, scriptedEndpoint } from "../support/partner/scripted-endpoint.ts";

const cloud = await sharedCloud(FAST_CLOCK);
const receiver = await Receiver.start();
const reader = new ActivityReader(cloud.dataDir);
reader.next();
const entries: ActivityEntry[] = [];

/** The first entry that has these texts. A line of the suite before may come late. */
const shown = (kind: string, ...texts: string[]): Promise<ActivityEntry> =>
  eventually(async () => {
    entries.push(...reader.next());
    return entries.find(
      (entry) =>
        entry.kind === kind &&
        texts.every((text) => `${entry.what} ${entry.result} ${entry.request}`.includes(text)),
    );
  });

test("an event, its delivery and a retry have a line each, without the driver's data", async () => {
  const partner = await notifiedPartner(cloud);
  const { id: endpoint_id } = await scriptedEndpoint(receiver, partner, {
    answers: [{ status: 503 }, { status: 204 }],
  });
  const { json, headers } = await partner.post("/v1/drivers", {
    email: "quinn.personal@example.org",
    first_name: "Quinnabelle",
    last_name: "Personal",
  });
  await partner.get(`/v1/drivers/${json.id}`);
  const refused = await shown("delivery", `to ${endpoint_id}`, "refused");
  expect([
    await shown("request", "POST /v1/drivers", String(headers["x-request-id"])),
    await shown("request", `GET /v1/drivers/${json.id}`),
    await shown("event", "driver.created evt_", "1 deliveries"),
    refused,
    await shown("delivery", refused.what, "delivered"),
  ]).toMatchObject([
    { result: "201", function: "create-driver" },
    { result: "200", failed: false },
    { failed: false },
    { failed: true, function: "deliver-webhook", request: expect.any(String) },
    { failed: false },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/quinn|Personal|whsec_|Bearer/i);
});

test("a signup's request, timer and email have a line each, and the email's address is masked", async () => {
  const from = freshAddress();
  const body = { email: "quinn.personal@example.org", name: "Quinnabelle" };
  const live = await cloud.post("/api/agent/signups", body, { from });
  const sandbox = await cloud.post("/api/agent/signups", { ...body, sandbox: true }, { from });
  expect([live.status, sandbox.status].every((status) => status < 300)).toBe(true);
  expect(await shown("email", "to q***@example.org", "sent")).toMatchObject({ function: "send-mail" });
  expect(await shown("timer", `advance-signup ${sandbox.json.signup_id}`)).toMatchObject({ failed: false });
  expect(JSON.stringify(entries)).not.toMatch(/quinn/i);
});

test("a refused request has its error's code, and a link has no token", async () => {
  await cloud.call("/api/agent/eligibility?filing_status=quinnabelle");
  await cloud.call(`/signup/svc_sgn_${"a".repeat(26)}/${"t".repeat(43)}`);
  expect(await shown("request", "GET /api/agent/eligibility?…", "400 parameter_")).toMatchObject({
    failed: true,
  });
  expect(await shown("request", "/{proof}", "404")).toMatchObject({ failed: true });
  expect(JSON.stringify(entries)).not.toMatch(/quinnabelle|ttttttttt/);
});

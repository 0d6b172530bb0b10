import { expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { newPartner, Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const ids: string[] = [];

/** Endpoints registered while local targets were allowed, on a service that now forbids them. */
const dataDir = newFolder();
const receiver = await Receiver.start();
const lenient = await startCloud({ dataDir });
const registering = await newPartner(lenient);
for (const url of [receiver.url("/a"), receiver.url("/b").replace("127.0.0.1", "localhost")])
  ids.push((await registering.create("/v1/webhooks", { url, events: ["driver.created"] })).id);
await lenient.end();
const cloud = await startCloud({ dataDir, args: ["--public-targets"] });
const { key, keyId, accountId } = registering;
const partner = new Partner(cloud, key, keyId, accountId);

test("the signer checks each target: nothing reaches this machine, and the attempt reveals no reason", async () => {
  await partner.driver();
  for (const id of ids) {
    const [{ last_attempt, status }] = await eventually(async () => {
      const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
      return data[0]?.last_attempt && data;
    });
    expect(status).toBe("pending");
    const nothing = { status: null, cause: null };
    expect(last_attempt).toMatchObject({ outcome: "blocked", ...nothing });
  }
  expect(receiver.received).toEqual([]);
});

test.each([
  ["http://localhost:3000/", "url_not_allowed"],
  ["https://127.0.0.1/", "url_not_allowed"],
  ["https://2130706433/", "url_not_allowed"],
  ["https://[::ffff:169.254.169.254]/", "url_not_allowed"],
  ["https://metadata.internal/latest/meta-data", "url_not_allowed"],
  ["https://user:word@hooks.example.com/", "url_not_allowed"],
  ["https://hooks.example.com:22/", "url_not_allowed"],
])("%s can neither be registered nor replace a URL", async (url, code) => {
  const refused = (reply: Json) => [reply.status, reply.json.error.code, reply.json.error.param];
  expect(refused(await partner.post("/v1/webhooks", { url, events: ["*"] }))).toEqual([400, code, "url"]);
  const patched = await partner.call(`/v1/webhooks/${ids[0]}`, { method: "PATCH", json: { url } });
  expect(refused(patched)).toEqual([400, code, "url"]);
});

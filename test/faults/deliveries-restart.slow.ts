import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { newPartner, Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

let cloud: Cloud = await startCloud({ timeScale: 60 });
const receiver = await Receiver.start();
let partner: Partner = await newPartner(cloud);

const endpoint = (path: string): Promise<Json> =>
  partner.create("/v1/webhooks", { url: receiver.url(path), events: ["driver.created"] });
const delivered = (id: string) =>
  eventually(async () => {
    const { data } = await partner.read(`/v1/webhooks/${id}/deliveries`);
    return data.length > 0 && data.every(({ status }: Json) => status === "delivered") && data;
  }, 45_000);

describe("work that is repeated", () => {
  test("is sent once when the stream restarts after kill -9, and pending retries arrive", async () => {
    const { id } = await endpoint("/twice");
    for (let i = 0; i < 5; i++) await partner.driver();
    await delivered(id);
    expect(receiver.at("/twice")).toHaveLength(5);
    const waiting = await endpoint("/waiting");
    receiver.answer = ({ path }) => ({ status: path === "/waiting" ? 500 : 204 });
    await partner.driver();
    await eventually(async () => receiver.at("/waiting").length > 0 && receiver.at("/twice").length === 6);
    // A signer that is killed between the response and its write must post again.
    await delivered(id);
    const fannedOut = async () => (await cloud.usage())["fan-out-event"]?.invocations ?? 0;

    const { key, keyId, accountId } = partner;
    await cloud.end("SIGKILL");
    for (const name of readdirSync(cloud.dataDir).filter((file) => file.endsWith(".checkpoint")))
      rmSync(join(cloud.dataDir, name));
    cloud = await startCloud({ timeScale: 60, dataDir: cloud.dataDir });
    partner = new Partner(cloud, key, keyId, accountId);
    await eventually(async () => (await fannedOut()) > 0);
    receiver.answer = () => ({ status: 204 });
    await delivered(waiting.id);
    await partner.driver();
    await eventually(async () => receiver.at("/twice").length >= 7);
    expect(new Set(receiver.at("/twice").map(({ json }) => json.id)).size).toBe(7);
    expect(receiver.at("/twice")).toHaveLength(7);
  });
});

import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";

const cloud = await sharedCloud();

/** What is newer than an event, as the guide reads it without a library. */
async function follow(partner: Partner, known: string, since: string): Promise<Json[]> {
  const place = `ending_before=${known}&created_after=${encodeURIComponent(since)}`;
  const { data, has_more } = await partner.read(`/v1/events?limit=3&${place}`);
  const [newest] = data;
  return has_more ? [...data.toReversed(), ...(await follow(partner, newest.id, since))] : data.toReversed();
}

test("webhooks and the followed events have the same ids, and together give each event once", async () => {
  const partner = await newPartner(cloud);
  const receiver = await Receiver.start();
  // Each delivery is refused at its first attempt, so it arrives twice.
  const times = (id: string) => receiver.received.filter(({ json }) => json.id === id).length;
  receiver.answer = ({ json }) => ({ status: times(json.id) > 1 ? 204 : 500 });
  await partner.create("/v1/webhooks", { url: receiver.url("/mirror"), events: ["*"] });
  const since = new Date((await cloud.now()) - 60_000).toISOString();
  const { id } = await partner.driver();
  await Promise.all(Array.from({ length: 6 }, () => partner.payout(id, { method: "instant" })));

  await cloud.advance("10m");
  const { total_count } = await partner.read("/v1/events?limit=1");
  const followed = await follow(partner, `evt_${"0".repeat(26)}`, since);
  await eventually(async () => receiver.at("/mirror").length >= 2 * total_count);
  const mirror = new Map<string, Json>();
  for (const { json } of receiver.at("/mirror")) mirror.set(json.id, json);
  expect(followed.map((event) => event.id)).toEqual([...mirror.keys()].toSorted());
  for (const event of followed)
    expect(mirror.get(event.id)).toMatchObject({ type: event.type, data: event.data });
  expect(mirror.size).toBe(total_count);
});

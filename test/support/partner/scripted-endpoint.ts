import { Webhook } from "standardwebhooks";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { liveKey, newCompany, type Partner } from "./platform.ts";
import type { Answer, Received, Receiver } from "./receiver.ts";

export type Script = { events?: string[]; answers?: Answer[] };

/** A verified partner in live mode with an email address for notifications. */
export async function notifiedPartner(cloud: Cloud): Promise<Partner & { email: string }> {
  const email = freshEmail();
  const account = await newCompany(cloud, { company: email, email });
  return Object.assign(await liveKey(cloud, account), { email });
}

/** A new endpoint whose receiver gives these answers in order, and then repeats the last one. */
export async function scriptedEndpoint(
  receiver: Receiver,
  of: Partner,
  { events = ["driver.created"], answers = [{ status: 204 }] }: Script = {},
) {
  const path = `/${freshEmail()}`;
  const script = [...answers];
  const before = receiver.answer;
  receiver.answer = (received) =>
    received.path === path ? ((script.length > 1 ? script.shift() : script[0]) as Answer) : before(received);
  const endpoint = await of.create("/v1/webhooks", { url: receiver.url(path), events });
  const at = `/v1/webhooks/${endpoint.id}`;
  const arrived = (count: number) =>
    eventually(async () => receiver.at(path).length >= count && receiver.at(path));
  const delivery = async (): Promise<Json> => {
    const { data } = await of.read(`${at}/deliveries`);
    return data[0] && of.read(`${at}/deliveries/${data[0].id}`);
  };
  const settled = (status: string) =>
    eventually(async () => {
      const shown = await delivery();
      return shown?.status === status && shown;
    });
  return {
    id: endpoint.id,
    secret: endpoint.secret,
    at,
    path,
    arrived,
    delivery,
    settled,
    got: () => receiver.at(path),
  };
}

/** The library verifies by `Date`, which can be ahead of the deliveries' time. It signs for any instant. */
export function verifyWithStandardWebhooks(secret: string, { body, headers, json }: Received): Json {
  const [id, sentAt, signatures] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  const signed = new Webhook(secret).sign(String(id), new Date(Number(sentAt) * 1000), body.toString());
  if (!signatures?.split(" ").includes(signed)) throw new Error(`${signatures} lacks ${signed}`);
  return json;
}

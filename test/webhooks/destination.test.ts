import { expect, test } from "@jest/globals";
import { seal } from "../../shared/crypto/sealed.ts";
import { newAccount } from "../../shared/domain/account/account.ts";
import { newSandboxAccount } from "../../shared/domain/account/sandbox-account.ts";
import { driverCreated } from "../../shared/domain/event/driver-events.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import { deliveryId, newDelivery, resend } from "../../shared/domain/webhook/delivery.ts";
import {
  destinationLimit,
  endpointId,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startQueues } from "../support/cloud/queue-stub.ts";
import { serveSecret } from "../support/cloud/served.ts";
import { Receiver } from "../support/partner/receiver.ts";

await startEngine();
const queues = await startQueues();
const receiver = await Receiver.start();
await serveSecret(() => "Key");
Object.assign(process.env, { ENDPOINT_SECRET_ARN: "arn:endpoint", LOCAL_TARGETS: "allow" });
const { attemptDelivery } = await import("../../shared/webhooks/attempt-delivery.ts");
const deliveries = await import("../../shared/store/webhook/deliveries.ts");
const { eventWrite } = await import("../../shared/store/event/events.ts");
const { putSandboxAccount } = await import("../../shared/store/account/sandbox-accounts.ts");
const { putAccount } = await import("../../shared/store/account/accounts.ts");
const { write } = await import("../../shared/store/table/table.ts");
const { endpointKeysFrom } = await import("../../shared/store/webhook/endpoint-keys.ts");

const now = new Date();
const at = now.toISOString();
const { count } = destinationLimit;
const HERE = receiver.url();
const ELSEWHERE = receiver.url().replace("127.0.0.1", "localhost");

/** An account as a reader of the docs gets it. */
async function sandbox(): Promise<string> {
  const { account, key } = newSandboxAccount("0000", now);
  await putSandboxAccount({ account, key }, `hash of ${key.key_id}`);
  return account.account_id;
}

async function registered(): Promise<string> {
  const account = newAccount({ partner_id: "acme" }, now);
  await putAccount(account);
  return account.account_id;
}

type Waiting = { endpoint: WebhookEndpoint; delivery_id: string };

/** A delivery that is due, for an endpoint of its own. */
async function waiting(
  account_id: string,
  url: string,
  more: Partial<WebhookEndpoint> = {},
): Promise<Waiting> {
  const owner = { account_id, mode: "test" } as const;
  const id = endpointId(now);
  const secrets = [{ sealed: seal("whsec_BwcHBwcHBwc=", id, endpointKeysFrom(["Key"])), created_at: at }];
  const rest = { events: ["*" as const], status: "active" as const, created_at: at, secrets };
  const endpoint: WebhookEndpoint = { id, ...owner, url, ...rest, of_docs: true, ...more };
  const data = { id: "drv_1", object: "driver", status: "active", sequence: 1, livemode: false } as const;
  const event = newEvent(driverCreated, data, now);
  await write(eventWrite(owner, event));
  const delivery_id = await deliveryId(event.id, id);
  await deliveries.putDelivery(owner, newDelivery(delivery_id, event, endpoint, now));
  return { endpoint, delivery_id };
}

const several = (times: number, account_id: string, url: string, more?: Partial<WebhookEndpoint>) =>
  Promise.all(Array.from({ length: times }, () => waiting(account_id, url, more)));
const stored = ({ endpoint, delivery_id }: Waiting) =>
  deliveries.findDelivery(endpoint, endpoint.id, delivery_id, new Date());
const attempt = ({ endpoint, delivery_id }: Waiting) => {
  const { account_id, mode } = endpoint;
  return attemptDelivery({ account_id, mode, endpoint_id: endpoint.id, delivery_id }, { endpoint });
};

test("accounts of the docs share the attempts of a minute at one host, and what is above them waits uncounted", async () => {
  const accounts = await Promise.all([sandbox(), sandbox(), sandbox()]);
  const due = (await Promise.all(accounts.map((account) => several(count, account, HERE)))).flat();
  const outcomes = await Promise.all(due.map(attempt));
  expect(outcomes.filter((outcome) => outcome === "delivered")).toHaveLength(count);
  expect(receiver.received).toHaveLength(count);

  const waits = due.filter((_, i) => outcomes[i] === "postponed");
  expect(waits).toHaveLength(due.length - count);
  for (const each of waits) {
    const after = await stored(each);
    expect(after).toMatchObject({ status: "pending", failures: 0, losses: 0, attempts: [], postponed: 1 });
    expect(after).not.toHaveProperty("lease");
    const wait = Date.parse(after?.next_attempt_at ?? "") - now.getTime();
    expect(wait).toBeGreaterThan(destinationLimit.seconds * 1000 - 1);
    expect(wait).toBeLessThan(4 * destinationLimit.seconds * 1000);
    expect(await attempt(each)).toBe("nothing");
  }
  // The sweeper finds those that are due later than a hint can wait.
  const hinted = queues.sent.filter(({ lane }) => lane === "later");
  expect(hinted.length).toBeGreaterThan(0);
  expect(hinted).toHaveLength(queues.sent.length);
});

test("at a full host, a resend waits too, and other hosts and registered accounts do not", async () => {
  const account = await sandbox();
  await Promise.all((await several(count, account, HERE)).map(attempt));
  const [full] = await several(1, account, HERE);
  if (!full) throw new Error("No delivery");
  const before = await stored(full);
  const resent = before && resend({ ...before, status: "failed", next_attempt_at: undefined }, new Date());
  if (!before || !resent) throw new Error("No resend");
  await deliveries.moveDelivery(full.endpoint, before, resent);
  expect(await attempt(full)).toBe("postponed");
  const after = await stored(full);
  expect(after).toMatchObject({ status: "failed", attempts: [], resends: [expect.any(String)] });
  expect(Date.parse(after?.resends[0] ?? "")).toBeGreaterThan(Date.now());

  const free = [
    ...(await several(2, account, ELSEWHERE)),
    ...(await several(2, await registered(), HERE)),
    ...(await several(2, account, HERE, { of_docs: undefined })),
  ];
  expect(await Promise.all(free.map(attempt))).toEqual(free.map(() => "delivered"));
});

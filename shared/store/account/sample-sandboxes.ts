import type { SampleSandbox } from "../../domain/account/sandbox-account.ts";
import { driverCreated } from "../../domain/event/driver-events.ts";
import { newEvent } from "../../domain/event/new-event.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { newBatch, SAMPLE_KEY } from "../../domain/payout/payout-batch.ts";
import { sampleDelivery } from "../../domain/webhook/sample-endpoint.ts";
import type { WebhookEndpoint } from "../../domain/webhook/webhook-endpoint.ts";
import { driverEventData } from "../driver/drivers.ts";
import { eventWrite } from "../event/events.ts";
import { putBatch } from "../payout/payout-batches.ts";
import { transact } from "../table/table.ts";
import { newDeliveryWrite } from "../webhook/deliveries.ts";
import { putEndpoint } from "../webhook/endpoints.ts";
import { sampleWrites } from "./sandbox-accounts.ts";

/**
 * Four transactions, and a batch for the queue: some 710 write units in all, $0.0005. The first driver's
 * event needed a retry. The deliveries are older than the account, so nothing takes them for its receiver's.
 */
export async function putSampleSandbox(
  owner: Owner,
  { drivers, payouts }: SampleSandbox,
  endpoint: WebhookEndpoint,
  now: Date,
) {
  await putEndpoint(owner, endpoint, undefined);
  for (const [i, sample] of drivers.entries()) {
    const about = { ...driverEventData(sample.driver), livemode: false };
    const event = newEvent(driverCreated, about, new Date(endpoint.created_at));
    const delivery = newDeliveryWrite(owner, await sampleDelivery(event, endpoint, i === 0));
    await transact({ ...sampleWrites(owner, sample), event: eventWrite(owner, event), delivery });
  }
  await putBatch(owner, newBatch(payouts.length, { key_id: SAMPLE_KEY }, undefined, now), payouts, undefined);
}

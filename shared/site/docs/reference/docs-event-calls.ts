import { type Operation, operationId } from "../../../contract/operation.ts";
import { addBankAccountOperation } from "../../../contract/platform/drivers/add-bank-account.ts";
import { createDriverOperation } from "../../../contract/platform/drivers/create-driver.ts";
import { updateDriverOperation } from "../../../contract/platform/drivers/update-driver.ts";
import { connectPlatformOperation } from "../../../contract/platform/earnings/connect-platform.ts";
import { disconnectPlatformOperation } from "../../../contract/platform/earnings/disconnect-platform.ts";
import { cancelPayoutOperation } from "../../../contract/platform/payments/cancel-payout.ts";
import { createPayoutOperation } from "../../../contract/platform/payments/create-payout.ts";
import { createPayoutBatchOperation } from "../../../contract/platform/payments/create-payout-batch.ts";
import { createPayoutProposalOperation } from "../../../contract/platform/payments/create-payout-proposal.ts";
import { inviteToSaveOperation } from "../../../contract/platform/savings/invite-to-save.ts";
import { actOnSavingsOperation } from "../../../contract/platform/test-helpers/act-on-savings.ts";
import { approvePayoutProposalOperation } from "../../../contract/platform/test-helpers/approve-payout-proposal.ts";
import { emitQuarterlyDueOperation } from "../../../contract/platform/test-helpers/emit-quarterly-due.ts";
import { failPayoutOperation } from "../../../contract/platform/test-helpers/fail-payout.ts";
import { make1099ReadyOperation } from "../../../contract/platform/test-helpers/make-1099-ready.ts";
import { refundPayoutOperation } from "../../../contract/platform/test-helpers/refund-payout.ts";
import { settleContributionOperation } from "../../../contract/platform/test-helpers/settle-contribution.ts";
import type { EventType } from "../../../domain/event/event-type.ts";

/** Ids of earlier replies are words in capitals. `next`: what a person then does, which causes `allows`. */
export type EventCall = {
  id: string;
  method: string;
  path: string;
  body?: unknown;
  next?: string;
  allows?: EventType;
};

const PLATFORM = "doordash";

const call = (
  { name, method, path, bodyExample }: Operation,
  { body = bodyExample, ...then }: Pick<EventCall, "body" | "next" | "allows"> = {},
): EventCall => ({
  id: operationId(name),
  method,
  path: path
    .replace("{driver_id}", "DRIVER_ID")
    .replace("{platform}", PLATFORM)
    .replace(
      "{id}",
      path.includes("proposals") ? "PROPOSAL_ID" : path.includes("payments") ? "PAYOUT_ID" : "DRIVER_ID",
    ),
  ...(body !== undefined && { body }),
  ...then,
});

const DRIVER = call(createDriverOperation, {
  body: { email: "ana@example.com", first_name: "Ana", last_name: "Ng" },
});
const payout = (method: "instant" | "standard") =>
  call(createPayoutOperation, { body: { driver_id: "DRIVER_ID", amount: 12_500, currency: "usd", method } });
const PROPOSAL = call(createPayoutProposalOperation, {
  body: {
    payouts: [{ driver_id: "DRIVER_ID", amount: 12_500, currency: "usd" }],
    reason: "Deliveries of November 20",
  },
});
const CONNECT = call(connectPlatformOperation, {
  body: { platform: PLATFORM, redirect_url: "https://app.example.com/connected" },
  allows: "earnings.platform.connected",
  next: "Open the `authorization_url` of the response in a browser, and allow access.",
});

const SAVES = [DRIVER, call(inviteToSaveOperation), call(actOnSavingsOperation)];
const act = (name: "change" | "end", choice: object = {}) =>
  call(actOnSavingsOperation, { body: { act: name, ...choice } });

/** The requests that cause each event in test mode. */
export const eventCalls: Readonly<Record<EventType, readonly EventCall[]>> = {
  "payment.pending": [DRIVER, payout("standard")],
  "payment.completed": [DRIVER, payout("instant")],
  // A standard payout stays pending for a minute, so the test helper can still fail it.
  "payment.failed": [DRIVER, payout("standard"), call(failPayoutOperation)],
  "payment.canceled": [DRIVER, payout("standard"), call(cancelPayoutOperation)],
  "payment.refunded": [DRIVER, payout("instant"), call(refundPayoutOperation)],
  "payment.batch.completed": [
    DRIVER,
    call(createPayoutBatchOperation, {
      body: { payouts: [{ driver_id: "DRIVER_ID", amount: 12_500, currency: "usd" }] },
    }),
  ],
  "proposal.created": [DRIVER, PROPOSAL],
  "proposal.approved": [DRIVER, PROPOSAL, call(approvePayoutProposalOperation)],
  // A member declines in the dashboard, and it expires after three days.
  "proposal.declined": [],
  "proposal.expired": [],
  "driver.created": [DRIVER],
  "driver.updated": [DRIVER, call(updateDriverOperation)],
  "driver.bank_account.added": [DRIVER, call(addBankAccountOperation)],
  "earnings.synced": [DRIVER, CONNECT],
  "earnings.platform.connected": [DRIVER, CONNECT],
  "earnings.platform.disconnected": [DRIVER, CONNECT, call(disconnectPlatformOperation)],
  "contribution.settled": [...SAVES, payout("instant"), call(settleContributionOperation)],
  "contribution.reversed": [...SAVES, payout("instant"), call(refundPayoutOperation)],
  "savings.started": SAVES,
  "savings.changed": [...SAVES, act("change", { rule: "cents", yearly_cap: 250_000 })],
  "savings.ended": [...SAVES, act("end")],
  "tax.1099.ready": [DRIVER, call(make1099ReadyOperation)],
  "tax.quarterly.due": [DRIVER, call(emitQuarterlyDueOperation)],
  // It takes an endpoint that fails twenty times.
  "webhook.failing": [],
};

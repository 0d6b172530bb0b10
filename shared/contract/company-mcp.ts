import * as z from "zod/mini";
import { unionOf } from "../domain/access/noun.ts";
import { Livemode } from "../domain/item/owner.ts";
import { MINUTE } from "../domain/limit/window.ts";
import { ProposedPayout } from "../domain/payout/proposal.ts";
import { accessOf, type PageRecord, type PlatformOperation, type Tool } from "./operation.ts";
import { getBalanceOperation } from "./platform/balance/get-balance.ts";
import { getDriverOperation } from "./platform/drivers/get-driver.ts";
import { listDriversOperation } from "./platform/drivers/list-drivers.ts";
import { cancelPayoutProposalOperation } from "./platform/payments/cancel-payout-proposal.ts";
import { createPayoutProposalOperation } from "./platform/payments/create-payout-proposal.ts";
import { getPayoutOperation } from "./platform/payments/get-payout.ts";
import { getPayoutProposalOperation } from "./platform/payments/get-payout-proposal.ts";
import { listPayoutsOperation } from "./platform/payments/list-payouts.ts";
import { wholeProposalExample } from "./platform/payments/proposal-shapes.ts";
import { listEventsOperation } from "./platform/webhooks/list-events.ts";
import { replyNamed } from "./replies.ts";

/** The dry runs of a proposal that is not made. Only a tool: the API has `dry_run`. */
export const previewPayoutsOperation = {
  ...createPayoutProposalOperation,
  name: "preview-payouts",
  body: z.strictObject({ payouts: createPayoutProposalOperation.body.shape.payouts }),
  replies: replyNamed("previewed", 200)(
    "What each payout would do now.",
    z.object({ dry_runs: z.array(ProposedPayout), livemode: Livemode }),
    { dry_runs: wholeProposalExample.dry_runs, livemode: false },
  ),
} as const;

type CompanyTool = { op: PlatformOperation; tool: Tool };

const toolOf = (op: PlatformOperation, name: string, description: string): CompanyTool => {
  const isRead = op.method === "GET" || op === previewPayoutsOperation;
  const hints = {
    readOnlyHint: isRead,
    destructiveHint: false,
    idempotentHint: isRead,
    openWorldHint: false,
  };
  return { op, tool: { name, title: op.summary, description, hints } };
};

/** Of a company's agent, which no tool lets move money. Each is an operation of the Platform API. */
export const companyTools = [
  toolOf(listDriversOperation, "list_drivers", "Drivers, newest first."),
  toolOf(getDriverOperation, "get_driver", "A driver."),
  toolOf(listPayoutsOperation, "list_payouts", "Payouts, newest first. Amounts are in cents."),
  toolOf(getPayoutOperation, "get_payout", "A payout."),
  toolOf(getBalanceOperation, "get_balance", "The money that can be paid out, in cents."),
  toolOf(listEventsOperation, "list_events", "Events of the last 30 days, newest first."),
  toolOf(
    previewPayoutsOperation,
    "preview_payouts",
    "What each payout would do now: its net amount and savings, or its error. Stores nothing.",
  ),
  toolOf(
    createPayoutProposalOperation,
    "propose_payouts",
    "Asks people of the company to approve payouts, and moves no money. Only a person approves, in the dashboard.",
  ),
  toolOf(
    getPayoutProposalOperation,
    "get_proposal",
    "A proposal with its status, the dry run of each payout and the receipts of its approvals.",
  ),
  toolOf(cancelPayoutProposalOperation, "cancel_proposal", "Cancels a pending proposal."),
] as const;

/** Its limit counts requests of an address. A call counts against the quota too, as its operation. */
export const serveCompanyMcpPage: PageRecord = {
  name: "serve-company-mcp",
  routes: ["POST /v1/mcp"],
  limits: [{ count: 300, seconds: MINUTE }],
  needsKey: true,
  access: unionOf(companyTools.map(({ op }) => accessOf(op))),
};

import type { accountDashboard } from "../../contract/developers/account-dashboard.ts";
import type { driversDashboard } from "../../contract/developers/drivers-dashboard.ts";
import type { proposalsDashboard } from "../../contract/developers/proposals-dashboard.ts";
import type { webhooksDashboard } from "../../contract/developers/webhooks-dashboard.ts";
import type {
  changeAccountsFunction,
  decideFunction,
  eraseFunction,
} from "../../contract/operators/commands.ts";

type Changes<R> = Extract<keyof R, `POST ${string}`>;
type Change =
  | Changes<typeof accountDashboard.rights>
  | Changes<typeof driversDashboard.rights>
  | Changes<typeof proposalsDashboard.rights>
  | Changes<typeof webhooksDashboard.rights>;

const changes: Record<Change, string> = {
  "POST /developers/keys/test/create": "Create a test key",
  "POST /developers/keys/test/{id}/rotate": "Rotate a test key",
  "POST /developers/keys/test/{id}/revoke": "Revoke a test key",
  "POST /developers/keys/live/create": "Create a live key",
  "POST /developers/keys/live/{id}/rotate": "Rotate a live key",
  "POST /developers/keys/live/{id}/revoke": "Revoke a live key",
  "POST /developers/account/test/profile": "Save the test legal profile",
  "POST /developers/account/live/profile": "Save the live legal profile",
  "POST /developers/account/live/withholding-terms": "Accept the withholding terms",
  "POST /developers/account/step-up": "Confirm by a passkey, or ask for a link",
  "POST /developers/account/passkeys": "Add a passkey",
  "POST /developers/account/passkeys/{id}/remove": "Remove a passkey",
  "POST /developers/account/sign-out": "Sign out",
  "POST /developers/account/sessions/{id}/end": "End a session",
  "POST /developers/account/live-access": "Request live access",
  "POST /developers/account/live-access/withdraw": "Withdraw the request for live access",
  "POST /developers/account/website": "Change the website",
  "POST /developers/account/contact": "Ask to change the contact address",
  "POST /developers/account/contact/{id}/{proof}": "Change the contact address",
  "POST /developers/account/team/invite": "Invite a member",
  "POST /developers/account/team/approvals": "Change the number of approvals",
  "POST /developers/proposals/{mode}/{id}/approve": "Approve a proposal",
  "POST /developers/proposals/{mode}/{id}/decline": "Decline a proposal",
  "POST /developers/account/team/{id}/role": "Change a role",
  "POST /developers/account/team/{id}/passkeys": "Remove a member's passkeys",
  "POST /developers/account/team/{id}/remove": "Remove a member",
  "POST /developers/drivers/test/create": "Add a test driver",
  "POST /developers/drivers/live/create": "Add a live driver",
  "POST /developers/drivers/test/{id}/edit": "Edit a test driver",
  "POST /developers/drivers/live/{id}/edit": "Edit a live driver",
  "POST /developers/drivers/test/{id}/delete": "Delete a test driver",
  "POST /developers/drivers/live/{id}/delete": "Delete a live driver",
  "POST /developers/drivers/test/{id}/pay": "Pay a test driver",
  "POST /developers/drivers/test/{id}/accounts": "Add a bank account",
  "POST /developers/drivers/test/{id}/accounts/{account}/default": "Choose the default bank account",
  "POST /developers/drivers/test/{id}/accounts/{account}/remove": "Remove a bank account",
  "POST /developers/drivers/test/{id}/connect": "Connect a gig platform",
  "POST /developers/drivers/test/{id}/disconnect/{platform}": "Disconnect a gig platform",
  "POST /developers/drivers/test/{id}/invite": "Invite a driver to save",
  "POST /developers/drivers/test/{id}/end-savings": "End a driver's savings",
  "POST /developers/payouts/test/create": "Pay a test driver",
  "POST /developers/payouts/test/{id}/complete": "Complete a test payout",
  "POST /developers/payouts/test/{id}/fail": "Fail a test payout",
  "POST /developers/payouts/test/{id}/cancel": "Cancel a test payout",
  "POST /developers/payouts/test/{id}/refund": "Refund a test payout",
  "POST /developers/webhooks/{mode}/create": "Add an endpoint",
  "POST /developers/webhooks/{mode}/{id}/edit": "Edit an endpoint",
  "POST /developers/webhooks/{mode}/{id}/status": "Enable or disable an endpoint",
  "POST /developers/webhooks/{mode}/{id}/rotate": "Rotate an endpoint's secret",
  "POST /developers/webhooks/{mode}/{id}/ping": "Send a ping",
  "POST /developers/webhooks/{mode}/{id}/replay": "Replay missed events",
  "POST /developers/webhooks/{mode}/{id}/delete": "Delete an endpoint",
  "POST /developers/webhooks/{mode}/{id}/verify": "Check a signature",
  "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": "Resend a delivery",
};

/** The operators' commands that change accounts. The others of these functions name none. */
type OperatorChange = Exclude<
  (typeof decideFunction | typeof changeAccountsFunction | typeof eraseFunction)["commands"][number]["name"],
  "open-account" | "remove-from-waitlist"
>;

/** Changes by a link, and those of our team, by the operators' command. */
type ByLink = "sign in" | "confirm by link" | "get a sandbox key" | "keep a sandbox";
const others: Record<OperatorChange | ByLink, string> = {
  "sign in": "Sign in",
  "confirm by link": "Confirm by an emailed link",
  "get a sandbox key": "Get a sandbox key",
  "keep a sandbox": "Keep the sandbox",
  "review-live-request": "Take up the request for live access",
  "verify-account": "Open live access",
  "decline-live-request": "Decline live access",
  "suspend-account": "Suspend the account",
  "resume-account": "End the suspension",
  "set-tier": "Change the tier",
  "create-key": "Create a key",
  "revoke-key": "Revoke a key",
  "add-admin": "Add an admin",
  "reset-passkeys": "Remove a member's passkeys",
  "credit-balance": "Book an incoming transfer",
  "correct-balance": "Correct a balance transaction",
  "approve-partner": "Approve the company",
  "refuse-partner": "Refuse the company",
  "disable-endpoint": "Disable an endpoint",
  "erase-account-driver": "Erase a driver",
  "erase-person": "Erase a person",
};

export const changeInWords = (action: string): string =>
  changes[action as Change] ?? others[action as OperatorChange] ?? action.replace(/^POST \/developers\//, "");

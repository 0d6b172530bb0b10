import { freshEmail } from "../cloud/cloud.ts";
import { HOME, type Ids } from "./routes.ts";

/** `unused`, `spare`: an endpoint and a driver to delete. `slow`, `slower`, `slowest`: payouts that wait. */
export type FormIds = Ids &
  Record<"unused" | "spare" | "proposed" | "liveDriver" | "slow" | "slower" | "slowest", string>;

export type Fields = Record<string, string>;
type Tried = {
  /** The id in the path. */
  of?: (ids: FormIds) => string;
  good?: Fields;
  /** Answers the form's page by a passkey of the person's device. */
  passkey?: "new" | "own";
  /** What a person types wrongly in every field that takes text, and the field that is wrong. */
  wrong?: Fields;
  at?: string;
};

const url = "http://localhost:9/more";
const key = {
  good: { name: "Server", access: "all" },
  wrong: { name: " x\u0007 ", until: "2020-01-01", max_payout_amount: "250", max_daily_amount: "1000" },
  at: "name",
};
const profile = {
  good: { legal_name: "Acme" },
  wrong: {
    display_name: "Acme One",
    legal_name: "Acme Two",
    line1: "1 Main St",
    line2: "Suite 5",
    city: "Boston",
    state: "Mass",
    postal_code: "021",
    country: "US",
    ein: "12-3456789",
  },
  at: "state",
};

export const BANK_ACCOUNT = {
  routing_number: "021000021",
  account_number: "000123456789",
  account_type: "checking",
};
const address = {
  "address.line1": "1 Main St",
  "address.line2": "Suite 5",
  "address.city": "Boston",
  "address.state": "MA",
  "address.postal_code": "02110",
  "address.country": "US",
};
const named = { first_name: "Bo", last_name: "Li", email: "bo.li@example.com", phone: "+14155552671" };
const driver = {
  good: { ...named, ssn_last4: "6789", occupation: "802", external_id: "", ...address },
  wrong: { ...named, ssn_last4: "6789", occupation: "9", external_id: "crew-8", ...address },
  at: "occupation",
};

/** What a company answers when it asks for live access. */
export const ANSWERS = {
  business: "We pay couriers by check.",
  drivers: "to_1000",
  monthly: "under_50k",
  starts_on: "2099-01-01",
};

/** Every form of the dashboard, in an order in which each can be sent: the last ones delete things. */
export const forms: Record<string, Tried> = {
  "POST /developers/payouts/test/{id}/complete": { of: ({ slow }) => slow },
  "POST /developers/payouts/test/{id}/refund": { of: ({ slow }) => slow, good: { reason: "repaid" } },
  "POST /developers/payouts/test/{id}/fail": { of: ({ slower }) => slower },
  "POST /developers/payouts/test/{id}/cancel": { of: ({ slowest }) => slowest },
  "POST /developers/drivers/test/create": driver,
  "POST /developers/drivers/live/create": driver,
  "POST /developers/drivers/test/{id}/edit": { of: ({ driver }) => driver, ...driver },
  "POST /developers/drivers/live/{id}/edit": { of: ({ liveDriver }) => liveDriver, ...driver },
  "POST /developers/drivers/test/{id}/accounts": {
    of: ({ driver }) => driver,
    good: BANK_ACCOUNT,
    wrong: { ...BANK_ACCOUNT, routing_number: "123456789" },
    at: "routing_number",
  },
  "POST /developers/drivers/test/{id}/accounts/{account}/default": { of: ({ driver }) => driver },
  "POST /developers/drivers/test/{id}/accounts/{account}/remove": { of: ({ driver }) => driver },
  "POST /developers/drivers/test/{id}/connect": { of: ({ driver }) => driver, good: { platform: "uber" } },
  "POST /developers/drivers/test/{id}/disconnect/{platform}": { of: ({ driver }) => driver },
  "POST /developers/drivers/test/{id}/invite": { of: ({ driver }) => driver },
  "POST /developers/drivers/test/{id}/end-savings": { of: ({ driver }) => driver },
  "POST /developers/payouts/test/create": {
    good: { amount: "$1,250.50", tip_amount: "50.50", method: "instant" },
    wrong: { amount: "12.345", tip_amount: "1" },
    at: "amount",
  },
  "POST /developers/drivers/test/{id}/pay": {
    of: ({ driver }) => driver,
    good: { amount: "$1,250.50", tip_amount: "$1,250.50", method: "standard" },
    wrong: { amount: "12.34", tip_amount: "12.35" },
    at: "tip_amount",
  },
  "POST /developers/proposals/{mode}/{id}/approve": { of: ({ proposal }) => proposal, passkey: "own" },
  "POST /developers/proposals/{mode}/{id}/decline": { of: ({ proposed }) => proposed },
  "POST /developers/webhooks/{mode}/create": {
    good: { url, which: "all" },
    wrong: { url: "not a URL", description: "Ours" },
    at: "url",
  },
  "POST /developers/webhooks/{mode}/{id}/edit": {
    of: ({ unused }) => unused,
    good: { url, which: "all", description: "Ours" },
    wrong: { url: "ftp://a.example/", description: "Theirs" },
    at: "url",
  },
  "POST /developers/webhooks/{mode}/{id}/status": {
    of: ({ endpoint }) => endpoint,
    good: { status: "active" },
  },
  "POST /developers/webhooks/{mode}/{id}/rotate": { of: ({ unused }) => unused, good: { overlap: "24" } },
  "POST /developers/webhooks/{mode}/{id}/ping": { of: ({ endpoint }) => endpoint },
  "POST /developers/webhooks/{mode}/{id}/replay": { of: ({ endpoint }) => endpoint, good: { hours: "1" } },
  "POST /developers/webhooks/{mode}/{id}/verify": {
    of: ({ endpoint }) => endpoint,
    good: { id: "evt_1", timestamp: "1", signature: "v1,x", body: "{}" },
  },
  "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": { of: ({ endpoint }) => endpoint },
  "POST /developers/keys/test/create": key,
  "POST /developers/keys/live/create": key,
  "POST /developers/keys/test/{id}/rotate": { of: ({ testKey }) => testKey, good: { overlap: "24" } },
  "POST /developers/keys/live/{id}/rotate": { of: ({ liveKey }) => liveKey, good: { overlap: "24" } },
  "POST /developers/account/test/profile": profile,
  "POST /developers/account/live/profile": profile,
  "POST /developers/account/live/withholding-terms": { good: { consent: "yes" } },
  "POST /developers/account/live-access": { good: ANSWERS },
  "POST /developers/account/live-access/withdraw": {},
  "POST /developers/account/website": {
    good: { website: "https://other.example" },
    wrong: { website: "other" },
    at: "website",
  },
  "POST /developers/account/contact": {
    good: { email: freshEmail() },
    wrong: { email: "ana@" },
    at: "email",
  },
  "POST /developers/account/team/invite": {
    good: { email: freshEmail(), role: "viewer" },
    wrong: { email: "bo@", role: "viewer" },
    at: "email",
  },
  "POST /developers/account/team/approvals": { good: { approvals: "1" } },
  "POST /developers/account/team/{id}/role": { of: ({ member }) => member, good: { role: "developer" } },
  "POST /developers/account/step-up": { good: { next: HOME }, passkey: "own" },
  "POST /developers/account/passkeys": {
    good: { name: "Key" },
    wrong: { name: " x\u0007 " },
    at: "name",
    passkey: "new",
  },
  "POST /developers/account/passkeys/{id}/remove": { of: ({ passkey }) => passkey },
  "POST /developers/account/team/{id}/passkeys": { of: ({ member }) => member },
  "POST /developers/keys/test/{id}/revoke": { of: ({ testKey }) => testKey },
  "POST /developers/keys/live/{id}/revoke": { of: ({ liveKey }) => liveKey },
  "POST /developers/drivers/test/{id}/delete": { of: ({ spare }) => spare },
  "POST /developers/drivers/live/{id}/delete": { of: ({ liveDriver }) => liveDriver },
  "POST /developers/webhooks/{mode}/{id}/delete": { of: ({ unused }) => unused },
  "POST /developers/account/sessions/{id}/end": { of: ({ session }) => session },
  "POST /developers/account/team/{id}/remove": { of: ({ member }) => member },
  "POST /developers/account/contact/{id}/{proof}": { of: ({ login }) => login },
  "POST /developers/account/sign-out": {},
};

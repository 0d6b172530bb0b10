import { freshEmail } from "../cloud/cloud.ts";
import { HOME, type Ids } from "./routes.ts";

/** `own`: an endpoint that is not the test receiver. `slow`, `slower`, `slowest`: payouts that wait. */
export type FormIds = Ids & Record<"own" | "proposed" | "slow" | "slower" | "slowest", string>;

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
  wrong: { name: " x\u0007 ", until: "2020-01-01" },
  at: "name",
};
const profile = {
  good: { legal_name: "Acme" },
  wrong: {
    ...{ display_name: "Acme One", legal_name: "Acme Two", line1: "1 Main St", line2: "Suite 5" },
    ...{ city: "Boston", state: "Mass", postal_code: "021", country: "US", ein: "12-3456789" },
  },
  at: "state",
};

/** What a company answers when it asks for live access. */
export const ANSWERS = {
  ...{ business: "We pay couriers by check.", drivers: "to_1000" },
  ...{ monthly: "under_50k", starts_on: "2099-01-01" },
};

/** Every form of the dashboard, in an order in which each can be sent: the last ones delete things. */
export const forms: Record<string, Tried> = {
  "POST /developers/playground/test/driver": {},
  "POST /developers/playground/test/{id}/connect": { of: ({ driver }) => driver, good: { platform: "uber" } },
  "POST /developers/playground/test/{id}/pay": {
    ...{ of: ({ driver }) => driver, good: { amount: "$1,250.50", tips: "50.50", method: "standard" } },
    ...{ wrong: { amount: "12.345", tips: "1" }, at: "amount" },
  },
  "POST /developers/drivers/test/{id}/pay": {
    ...{ of: ({ driver }) => driver, good: { amount: "$1,250.50", tips: "$1,250.50", method: "standard" } },
    ...{ wrong: { amount: "12.34", tips: "12.35" }, at: "tips" },
  },
  "POST /developers/payouts/test/{id}/complete": { of: ({ slow }) => slow },
  "POST /developers/payouts/test/{id}/refund": { of: ({ slow }) => slow, good: { reason: "repaid" } },
  "POST /developers/payouts/test/{id}/fail": { of: ({ slower }) => slower },
  "POST /developers/payouts/test/{id}/cancel": { of: ({ slowest }) => slowest },
  "POST /developers/proposals/{mode}/{id}/approve": { of: ({ proposal }) => proposal, passkey: "own" },
  "POST /developers/proposals/{mode}/{id}/decline": { of: ({ proposed }) => proposed },
  "POST /developers/webhooks/{mode}/create": {
    good: { url, which: "all" },
    wrong: { url: "not a URL", description: "Ours" },
    at: "url",
  },
  "POST /developers/webhooks/{mode}/{id}/edit": {
    of: ({ own }) => own,
    good: { url, which: "all", description: "Ours" },
    wrong: { url: "ftp://a.example/", description: "Theirs" },
    at: "url",
  },
  "POST /developers/webhooks/{mode}/{id}/status": {
    of: ({ endpoint }) => endpoint,
    good: { status: "active" },
  },
  "POST /developers/webhooks/{mode}/{id}/rotate": { of: ({ own }) => own, good: { overlap: "24" } },
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
    ...{ good: { website: "https://other.example" }, wrong: { website: "other" }, at: "website" },
  },
  "POST /developers/account/contact": {
    ...{ good: { email: freshEmail() }, wrong: { email: "ana@" }, at: "email" },
  },
  "POST /developers/account/team/invite": {
    ...{
      good: { email: freshEmail(), role: "viewer" },
      wrong: { email: "bo@", role: "viewer" },
      at: "email",
    },
  },
  "POST /developers/account/team/approvals": { good: { approvals: "1" } },
  "POST /developers/account/team/{id}/role": { of: ({ member }) => member, good: { role: "developer" } },
  "POST /developers/account/step-up": { good: { next: HOME }, passkey: "own" },
  "POST /developers/account/passkeys": {
    ...{ good: { name: "Key" }, wrong: { name: " x\u0007 " }, at: "name", passkey: "new" },
  },
  "POST /developers/account/passkeys/{id}/remove": { of: ({ passkey }) => passkey },
  "POST /developers/account/team/{id}/passkeys": { of: ({ member }) => member },
  "POST /developers/keys/test/{id}/revoke": { of: ({ testKey }) => testKey },
  "POST /developers/keys/live/{id}/revoke": { of: ({ liveKey }) => liveKey },
  "POST /developers/webhooks/{mode}/{id}/delete": { of: ({ own }) => own },
  "POST /developers/account/sessions/{id}/end": { of: ({ session }) => session },
  "POST /developers/account/team/{id}/remove": { of: ({ member }) => member },
  "POST /developers/account/contact/{id}/{proof}": { of: ({ login }) => login },
  "POST /developers/account/sign-out": {},
};

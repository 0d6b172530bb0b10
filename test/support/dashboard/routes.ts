export const HOME = "/developers/home/test";

/** The ids of an account's objects. */
export type Ids = Record<
  | "testKey"
  | "liveKey"
  | "session"
  | "member"
  | "driver"
  | "payout"
  | "endpoint"
  | "delivery"
  | "event"
  | "login"
  | "proof",
  string
>;

type Form = Record<string, string>;

/** Of no page that shows a secret once. */
const NO_VIEW = "v".repeat(43);

/** Each route: its address with the ids of an account, and the fields of its form. */
export const routes: Record<string, (ids: Ids) => readonly [path: string, fields?: Form]> = {
  "GET /developers/home/{mode}": () => [HOME],
  "GET /developers/home/{mode}/requests": () => ["/developers/home/test/requests"],
  "GET /developers/playground/test": () => ["/developers/playground/test"],
  "GET /developers/playground/test/received": () => ["/developers/playground/test/received"],
  "POST /developers/playground/test/driver": () => ["/developers/playground/test/driver"],
  "POST /developers/playground/test/{id}/connect": ({ driver }) => [
    `/developers/playground/test/${driver}/connect`,
    { platform: "uber" },
  ],
  "POST /developers/playground/test/{id}/pay": ({ driver }) => [
    `/developers/playground/test/${driver}/pay`,
    { amount: "5.00" },
  ],
  "POST /developers/playground/test/{id}/complete": ({ payout }) => [
    `/developers/playground/test/${payout}/complete`,
  ],
  "POST /developers/playground/test/{id}/fail": ({ payout }) => [
    `/developers/playground/test/${payout}/fail`,
  ],
  "POST /developers/playground/test/{id}/refund": ({ payout }) => [
    `/developers/playground/test/${payout}/refund`,
  ],
  "GET /developers/webhooks/{mode}": () => ["/developers/webhooks/test"],
  "GET /developers/webhooks/{mode}/events": () => ["/developers/webhooks/test/events"],
  "GET /developers/webhooks/{mode}/events/{event}": ({ event }) => [
    `/developers/webhooks/test/events/${event}`,
  ],
  "GET /developers/webhooks/{mode}/{id}": ({ endpoint }) => [`/developers/webhooks/test/${endpoint}`],
  "GET /developers/webhooks/{mode}/{id}/{delivery}": ({ endpoint, delivery }) => [
    `/developers/webhooks/test/${endpoint}/${delivery}`,
  ],
  "GET /developers/webhooks/{mode}/{id}/secret/{view}": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/secret/${NO_VIEW}`,
  ],
  "POST /developers/webhooks/{mode}/create": () => ["/developers/webhooks/test/create", { url: "not a URL" }],
  "POST /developers/webhooks/{mode}/{id}/edit": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/edit`,
    { url: "http://localhost:9/ours" },
  ],
  "POST /developers/webhooks/{mode}/{id}/status": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/status`,
    { status: "disabled" },
  ],
  "POST /developers/webhooks/{mode}/{id}/rotate": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/rotate`,
    { overlap: "0" },
  ],
  "POST /developers/webhooks/{mode}/{id}/ping": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/ping`,
  ],
  "POST /developers/webhooks/{mode}/{id}/replay": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/replay`,
    { hours: "1" },
  ],
  "POST /developers/webhooks/{mode}/{id}/delete": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/delete`,
  ],
  "POST /developers/webhooks/{mode}/{id}/verify": ({ endpoint }) => [
    `/developers/webhooks/test/${endpoint}/verify`,
    { body: "{}" },
  ],
  "POST /developers/webhooks/{mode}/{id}/{delivery}/resend": ({ endpoint, delivery }) => [
    `/developers/webhooks/test/${endpoint}/${delivery}/resend`,
  ],
  "GET /developers/keys/{mode}": () => ["/developers/keys/live"],
  "GET /developers/keys/{mode}/new/{view}": () => [`/developers/keys/test/new/${NO_VIEW}`],
  "POST /developers/keys/test/create": () => ["/developers/keys/test/create", { name: "" }],
  "POST /developers/keys/test/{id}/rotate": ({ testKey }) => [
    `/developers/keys/test/${testKey}/rotate`,
    { overlap: "0" },
  ],
  "POST /developers/keys/test/{id}/revoke": ({ testKey }) => [`/developers/keys/test/${testKey}/revoke`],
  "POST /developers/keys/live/create": () => ["/developers/keys/live/create", { name: "" }],
  "POST /developers/keys/live/{id}/rotate": ({ liveKey }) => [
    `/developers/keys/live/${liveKey}/rotate`,
    { overlap: "0" },
  ],
  "POST /developers/keys/live/{id}/revoke": ({ liveKey }) => [`/developers/keys/live/${liveKey}/revoke`],
  "GET /developers/account/{mode}": () => ["/developers/account/test"],
  "GET /developers/account/{mode}/team": () => ["/developers/account/test/team"],
  "GET /developers/account/{mode}/activity": () => ["/developers/account/test/activity"],
  "GET /developers/account/{mode}/forms": () => ["/developers/account/test/forms"],
  "GET /developers/account/{mode}/forms/{year}": () => ["/developers/account/test/forms/2026"],
  "GET /developers/account/{mode}/profile": () => ["/developers/account/live/profile"],
  "POST /developers/account/test/profile": () => ["/developers/account/test/profile", { ein: "1" }],
  "POST /developers/account/live/profile": () => ["/developers/account/live/profile", { ein: "1" }],
  "GET /developers/account/step-up": () => ["/developers/account/step-up"],
  "POST /developers/account/step-up": () => ["/developers/account/step-up", { next: HOME }],
  "POST /developers/account/sign-out": () => ["/developers/account/sign-out"],
  "POST /developers/account/sessions/{id}/end": ({ session }) => [
    `/developers/account/sessions/${session}/end`,
  ],
  "POST /developers/account/live-access": () => ["/developers/account/live-access"],
  "POST /developers/account/website": () => [
    "/developers/account/website",
    { website: "https://other.example" },
  ],
  "POST /developers/account/contact": () => ["/developers/account/contact", { email: "none" }],
  "GET /developers/account/contact/{id}/{proof}": ({ login, proof }) => [
    `/developers/account/contact/${login}/${proof}`,
  ],
  "POST /developers/account/contact/{id}/{proof}": ({ login, proof }) => [
    `/developers/account/contact/${login}/${proof}`,
  ],
  "POST /developers/account/team/invite": () => ["/developers/account/team/invite", { email: "none" }],
  "POST /developers/account/team/{id}/role": ({ member }) => [
    `/developers/account/team/${member}/role`,
    { role: "viewer" },
  ],
  "POST /developers/account/team/{id}/remove": ({ member }) => [`/developers/account/team/${member}/remove`],
};

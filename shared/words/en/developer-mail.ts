import type { MemberRole } from "../../domain/account/member.ts";
import { brand } from "../../domain/brand/brand.ts";
import type { PasskeysChange } from "../../domain/event/outbox.ts";
import type { Mode, Owner } from "../../domain/item/owner.ts";
import { maskedEmail, shortName } from "../../domain/signup/masking.ts";
import type { EndpointMail, FailedAttempt } from "../../domain/webhook/webhook-endpoint.ts";

export type DeveloperMailWords = {
  subject: string;
  lines: readonly string[];
  button?: string;
  after?: readonly string[];
};

const { serviceName, supportEmail } = brand;

const ONCE = "The link works once, for 15 minutes, in the browser that asked for it.";
const IGNORE = "Didn't ask for this? Ignore this email. The link only works in your browser.";

/** What the link does. */
type LinkDeed = "Sign in" | "Create your account" | "Confirm it's you";

export const signInWords = (button: LinkDeed): DeveloperMailWords => ({
  subject: `${button} at ${serviceName}`,
  lines: [
    button === "Confirm it's you"
      ? "Confirm it's you to make the change that you asked for."
      : "Here is your link to the developer dashboard.",
    ONCE,
  ],
  button,
  after: [IGNORE],
});

export const contactLinkWords: DeveloperMailWords = {
  subject: `Confirm your address at ${serviceName}`,
  lines: ["Confirm this address as the contact of your developer account.", ONCE],
  button: "Confirm the address",
  after: [IGNORE],
};

export const contactNoticeWords = (newEmail: string): DeveloperMailWords => ({
  subject: `Your account's contact at ${serviceName} is about to change`,
  lines: [
    `An admin of your developer account asked to change its contact address to ${maskedEmail(newEmail)}.`,
    "The change takes effect once the new address confirms. From then on the current contact can't sign in, unless the new address is already a team member.",
  ],
  button: "Open the dashboard",
  after: [`Didn't expect this? Sign in now and look at Activity. Then write to ${supportEmail}.`],
});

/** A company chooses its own name, so the email uses a plain form of it. */
export const invitationWords = (company: string, role: MemberRole): DeveloperMailWords => ({
  subject: `You can now sign in to ${serviceName}`,
  lines: [
    `${shortName(company) || "A company"} added you to its developer account as ${role.startsWith("a") ? "an" : "a"} ${role}.`,
    "Sign in with this email address. You need no password.",
  ],
  button: "Sign in",
  after: ["Don't know this company? Ignore this email."],
});

export const liveAccessWords = (accountId: string): DeveloperMailWords => ({
  subject: "An account requested live access",
  lines: [
    `The account ${accountId} requested live access.`,
    "To list the waiting requests, run: npm run ops -- list requests",
    `To open live access, run: npm run ops -- accounts verify ${accountId}`,
  ],
});

/** To the admins. The page has the operator's words. */
export const liveDecisionWords = (result: "approved" | "declined"): DeveloperMailWords =>
  result === "approved"
    ? {
        subject: "Your live access is open",
        lines: ["We approved your request for live access.", "You can now create live keys."],
        button: "Open the dashboard",
      }
    : {
        subject: "We couldn't open live access yet",
        lines: [
          "We declined your request for live access.",
          "The Go live page has the reason. You can request it again.",
        ],
        button: "See why",
      };

const PASSKEYS: Record<PasskeysChange, (whose: string) => [subject: string, line: string]> = {
  added: (whose) => ["A passkey was added", `${whose} added a passkey to your developer account.`],
  removed: (whose) => ["A passkey was removed", `${whose} removed a passkey from your developer account.`],
  reset: (whose) => [
    "A member's passkeys were removed",
    `Another admin or our team removed all passkeys of ${whose}. An emailed link confirms their changes again.`,
  ],
};

export function passkeysWords(whose: string, about: PasskeysChange): DeveloperMailWords {
  const [subject, line] = PASSKEYS[about](maskedEmail(whose));
  return {
    subject: `${subject} at ${serviceName}`,
    lines: [line],
    button: "Open the dashboard",
    after: [`Didn't expect this? Sign in now and look at Activity. Then write to ${supportEmail}.`],
  };
}

/** It names no amount, driver or reason: these are a stranger's words. */
export const proposalWords = (mode: Mode, proposalId: string): DeveloperMailWords => ({
  subject: `Payouts wait for your approval at ${serviceName}`,
  lines: [
    `A key of your developer account proposed payouts in ${mode} mode: ${proposalId}.`,
    "Opening the page approves nothing. Read the payouts there. Then approve them with your passkey, or decline.",
  ],
  button: "Read the proposal",
  after: ["You get at most 20 of these emails a day. The dashboard lists every proposal."],
});

export const keyExpiryWords = (keys: { key_ids: readonly string[]; day: string }): DeveloperMailWords => ({
  subject: keys.key_ids.length === 1 ? "An API key expires in a week" : "API keys expire in a week",
  lines: [
    `${keys.key_ids.join(", ")}: last day ${keys.day} (UTC). After that, requests get a 401.`,
    "To replace a key, rotate it on the Keys page. The old key keeps working while you deploy the new one.",
  ],
  button: "Open the dashboard",
});

/** Warns of a failing endpoint, or reports a disabled one. It names no URL, which may hold a secret. */
export function endpointWords(request: EndpointMail & Owner): DeveloperMailWords {
  const { endpoint_id, mode } = request;
  const endpoint = `webhook endpoint ${endpoint_id} (${mode} mode)`;
  const path = `/v1/webhooks/${endpoint_id}`;
  if (request.mail === "endpoint_failing")
    return {
      subject: "Your webhook endpoint is not receiving events",
      lines: [
        `Your ${endpoint} hasn't received an event since ${inWords(request.since)}. Every attempt failed.`,
        "We keep retrying. After five days of failures we disable the endpoint, but no sooner than a day after this email.",
        `To see your server's responses, call GET ${path}/deliveries.`,
      ],
    };
  const why = request.reason === "gone" ? "it returned 410 Gone" : "every attempt has failed for five days";
  return {
    subject: "Your webhook endpoint is disabled",
    lines: [
      `We disabled your ${endpoint} because ${why}.`,
      ...latest(request.failed),
      `Once your server works again:
1. Call GET ${path} and note failing_since, the time of the first failure.
2. Call PATCH ${path} with "status": "active".
3. Call POST ${path}/replay with "since" six days before failing_since, to get the events you missed.`,
      "We store events for 30 days.",
    ],
  };
}

/** Absent in a request of an earlier release. */
const latest = (failed?: FailedAttempt) =>
  failed ? [`The latest attempt was for the event ${failed.event_id}. It was ${failed.reason}.`] : [];

const inWords = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

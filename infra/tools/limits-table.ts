import { sandboxKeyLimit } from "../../shared/contract/developers/sign-in.ts";
import { MAX_MESSAGES, MAX_READINGS } from "../../shared/contract/mcp.ts";
import {
  COUNTED_BYTES,
  failedAttemptsLimit,
  OPEN_REQUESTS_PER_MINUTE,
  playgroundLimit,
} from "../../shared/contract/open-routes.ts";
import { apiOf, MAX_BODY_BYTES } from "../../shared/contract/operation.ts";
import { operations, pages } from "../../shared/contract/service.ts";
import { MAX_KEYS, MAX_KEYS_WITH_ROTATED } from "../../shared/domain/account/account.ts";
import { MAX_FAILURES_AN_HOUR } from "../../shared/domain/account/failure-counts.ts";
import { contactChangeLimit, loginMailLimit, strangeMailLimit } from "../../shared/domain/account/login.ts";
import {
  dashboardLimit,
  invitationLimit,
  MAX_BROWSERS,
  MAX_MEMBERS,
  MAX_SESSIONS,
} from "../../shared/domain/account/member.ts";
import { readerQuota } from "../../shared/domain/account/sandbox-account.ts";
import { type Quota, quotaOf, sandboxQuota, Tier } from "../../shared/domain/account/standing.ts";
import { grouped, usd } from "../../shared/domain/cents.ts";
import { MAX_BANK_ACCOUNTS } from "../../shared/domain/driver/driver-accounts.ts";
import { MAX_DAYS } from "../../shared/domain/earnings/period.ts";
import { MAX_EVENTS_COUNTED } from "../../shared/domain/event/event.ts";
import { replayLimit } from "../../shared/domain/event/replay.ts";
import { MAX_PAIRS } from "../../shared/domain/metadata-request.ts";
import { maxAmountOf } from "../../shared/domain/payout/payout-request.ts";
import { mailboxLimits, mailLimits, otherSpellingsLimit } from "../../shared/domain/signup/signup.ts";
import { MAX_FORMS_OF_FILE } from "../../shared/domain/tax/tax-document.ts";
import { MAX_WAITING_RESENDS, schedules } from "../../shared/domain/webhook/delivery.ts";
import { MAX_SECRETS } from "../../shared/domain/webhook/rotate-secret.ts";
import { failureLimits, MAX_AT_ONCE, MAX_ENDPOINTS } from "../../shared/domain/webhook/webhook-endpoint.ts";
import { DAY, HOUR, MINUTE, type Window } from "../../shared/domain/window.ts";
import { markdownTable } from "./markdown-table.ts";

type Row = [what: string, limit: string | number, name: string, file: string];

/** Every limit that no schema of a request states, with its name in the code. */
export const limitsTable = (): string =>
  markdownTable(
    ["limit of", "at most", "in the code"],
    [...ofAddresses(), ...ofAccounts(), ...ofEmails(), ...ofWebhooks(), ...ofObjects()].map(
      ([what, limit, name, file]) => [what, String(limit), `\`${name}\` in [${file}](../${file})`],
    ),
  );

const ofAddresses = (): Row[] => [
  ...operations.flatMap(({ method, path, name, limits }): Row[] =>
    limits ? [[`an address: \`${method} ${path}\``, inWords(...limits), "limits", recordOf(path, name)]] : [],
  ),
  ...pages.flatMap(({ routes, limits }): Row[] =>
    limits ? [[`an address: \`${routes.at(-1)}\``, inWords(...limits), "limits", PAGES]] : [],
  ),
  [
    "an address: all requests to the open routes of one function, by environment",
    `${OPEN_REQUESTS_PER_MINUTE} a minute; a reply counts once for each ${COUNTED_BYTES / 1024} KiB`,
    "OPEN_REQUESTS_PER_MINUTE",
    "contract/open-routes.ts",
  ],
  [
    "an address: invalid API keys; unknown partners",
    inWords(failedAttemptsLimit),
    "failedAttemptsLimit",
    "contract/open-routes.ts",
  ],
  [
    "an address: sandbox keys of the docs",
    inWords(...sandboxKeyLimit.limits),
    "sandboxKeyLimit",
    "contract/developers/sign-in.ts",
  ],
  [
    "all callers: sandbox signups, sandbox keys, payouts of such keys, emails of strangers",
    "the stage settings `sandboxSignupsPerMinute`, `sandboxKeysPerHour`, `docsPayoutsPerMinute`, `confirmationsPerHour`",
    "ShareLane",
    "domain/share/lane.ts",
  ],
  ["an MCP request: messages", MAX_MESSAGES, "MAX_MESSAGES", "contract/mcp.ts"],
  ["an MCP request: documents that its messages read", MAX_READINGS, "MAX_READINGS", "contract/mcp.ts"],
  ["any request: body", `${MAX_BODY_BYTES / 1024} KiB`, "MAX_BODY_BYTES", "contract/operation.ts"],
];

const PAGES = "contract/service.ts";
const recordOf = (path: string, name: string) => `contract/${apiOf({ path })}/${name}.ts`;

const STANDING = "domain/account/standing.ts";
const MEMBER = "domain/account/member.ts";
const ofAccounts = (): Row[] => [
  ["an account: requests in test mode", inQuota(sandboxQuota), "sandboxQuota", STANDING],
  ...Tier.options.map((tier): Row => {
    const what = `an account: requests in live mode, tier ${tier}${tier === "enterprise" ? ", unless it has its own" : ""}`;
    return [what, inQuota(quotaOf("live", { tier, verified: true })), "quotaOf", STANDING];
  }),
  [
    "a sandbox key of the docs: requests",
    inQuota(readerQuota),
    "readerQuota",
    "domain/account/sandbox-account.ts",
  ],
  [
    "an account: payouts of the playground",
    inWords(playgroundLimit),
    "playgroundLimit",
    "contract/open-routes.ts",
  ],
  ["an account: active keys", MAX_KEYS, "MAX_KEYS", "domain/account/account.ts"],
  [
    "an account: active and rotated keys",
    MAX_KEYS_WITH_ROTATED,
    "MAX_KEYS_WITH_ROTATED",
    "domain/account/account.ts",
  ],
  ["an account: members", MAX_MEMBERS, "MAX_MEMBERS", MEMBER],
  ["an account: invitations", inWords(invitationLimit), "invitationLimit", MEMBER],
  ["a member: changes in the dashboard", inWords(dashboardLimit), "dashboardLimit", MEMBER],
  ["a member: sessions", MAX_SESSIONS, "MAX_SESSIONS", MEMBER],
  ["a member: browsers that are recognized", MAX_BROWSERS, "MAX_BROWSERS", MEMBER],
  [
    "an account and mode: failed requests that are stored",
    `${grouped(MAX_FAILURES_AN_HOUR)} an hour`,
    "MAX_FAILURES_AN_HOUR",
    "domain/account/failure-counts.ts",
  ],
];

const LOGIN = "domain/account/login.ts";
const SIGNUP = "domain/signup/signup.ts";
const ofEmails = (): Row[] => [
  [
    "a mailbox: confirmations that new signups cause",
    inWords(mailboxLimits.creation),
    "mailboxLimits",
    SIGNUP,
  ],
  ["a mailbox: confirmations that the button causes", inWords(mailboxLimits.button), "mailboxLimits", SIGNUP],
  [
    "a mailbox: those of all spellings but the plain one",
    inWords(otherSpellingsLimit),
    "otherSpellingsLimit",
    SIGNUP,
  ],
  [
    "a signup: confirmations",
    `${mailLimits.inAll} in all, one in ${mailLimits.gapSeconds} s`,
    "mailLimits",
    SIGNUP,
  ],
  ["a mailbox: sign-in, step-up and invitation emails", inWords(loginMailLimit), "loginMailLimit", LOGIN],
  ["a mailbox: those that strangers cause", inWords(strangeMailLimit), "strangeMailLimit", LOGIN],
  ["an account: changes of the contact", inWords(contactChangeLimit), "contactChangeLimit", LOGIN],
];

const ENDPOINT = "domain/webhook/webhook-endpoint.ts";
const DELIVERY = "domain/webhook/delivery.ts";
const ofWebhooks = (): Row[] => [
  ["an account and mode: endpoints", MAX_ENDPOINTS, "MAX_ENDPOINTS", ENDPOINT],
  ["an endpoint: first attempts at once", MAX_AT_ONCE, "MAX_AT_ONCE", ENDPOINT],
  ["an endpoint: secrets at once", MAX_SECRETS, "MAX_SECRETS", "domain/webhook/rotate-secret.ts"],
  ["an endpoint: replays", inWords(replayLimit), "replayLimit", "domain/event/replay.ts"],
  [
    "an endpoint: failing until it is disabled",
    `${failureLimits.disable.afterMs / DAY / 1_000} days and ${failureLimits.disable.failures} failures`,
    "failureLimits",
    ENDPOINT,
  ],
  ["a delivery: resends that wait", MAX_WAITING_RESENDS, "MAX_WAITING_RESENDS", DELIVERY],
  ...Object.entries(schedules).map(
    ([name, steps]): Row => [
      `a delivery: attempts, schedule ${name}`,
      steps.length + 1,
      "schedules",
      DELIVERY,
    ],
  ),
];

const PAYOUT = "domain/payout/payout-request.ts";
const ofObjects = (): Row[] => [
  [
    "a payout: amount in the sandbox, and of tier starter",
    usd(maxAmountOf("test", "starter")),
    "maxAmountOf",
    PAYOUT,
  ],
  ["a payout: amount of other tiers", usd(maxAmountOf("live", "growth")), "maxAmountOf", PAYOUT],
  ["a driver: bank accounts", MAX_BANK_ACCOUNTS, "MAX_BANK_ACCOUNTS", "domain/driver/driver-accounts.ts"],
  ["an object: pairs of metadata", MAX_PAIRS, "MAX_PAIRS", "domain/metadata-request.ts"],
  [
    "a CSV file of tax forms: forms",
    grouped(MAX_FORMS_OF_FILE),
    "MAX_FORMS_OF_FILE",
    "domain/tax/tax-document.ts",
  ],
  ["earnings: days of a period", MAX_DAYS, "MAX_DAYS", "domain/earnings/period.ts"],
  [
    "a list: events that it counts",
    grouped(MAX_EVENTS_COUNTED),
    "MAX_EVENTS_COUNTED",
    "domain/event/event.ts",
  ],
];

const UNITS = new Map([
  [MINUTE, "a minute"],
  [HOUR, "an hour"],
  [DAY, "a day"],
]);
const inWords = (...windows: readonly Window[]) =>
  windows.map(({ count, seconds }) => `${count} ${UNITS.get(seconds) ?? `in ${seconds} s`}`).join(", ");
const inQuota = ({ per_minute, per_second }: Quota) =>
  `${grouped(per_minute)} a minute, ${per_second} a second`;

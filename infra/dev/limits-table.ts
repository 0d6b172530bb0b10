import { sandboxKeyLimit } from "../../shared/contract/developers/sign-in.ts";
import { MAX_MESSAGES, MAX_READINGS } from "../../shared/contract/mcp.ts";
import {
  COUNTED_BYTES,
  failedAttemptsLimit,
  OPEN_REQUESTS_PER_MINUTE,
  payFormLimit,
} from "../../shared/contract/open-routes.ts";
import { apiOf, MAX_BODY_BYTES, MAX_DEPTH, MAX_FIELDS } from "../../shared/contract/operation.ts";
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
import { MAX_PASSKEYS } from "../../shared/domain/account/passkey.ts";
import { readerQuota } from "../../shared/domain/account/sandbox-account.ts";
import {
  largestQuota,
  type Quota,
  quotaOf,
  sandboxQuota,
  Tier,
} from "../../shared/domain/account/standing.ts";
import { grouped, usd } from "../../shared/domain/money/cents.ts";
import { MAX_BANK_ACCOUNTS } from "../../shared/domain/driver/driver-accounts.ts";
import { MAX_DAYS, MAX_DRIVERS_OF_FILE } from "../../shared/domain/earnings/period.ts";
import { MAX_EVENTS_COUNTED } from "../../shared/domain/event/event.ts";
import { replayLimit } from "../../shared/domain/event/replay.ts";
import { MAX_PAIRS } from "../../shared/domain/metadata/metadata-request.ts";
import { MAX_BATCH, MAX_BATCH_BYTES } from "../../shared/domain/payout/payout-batch.ts";
import { MAX_PROPOSAL_DAYS } from "../../shared/domain/payout/proposal.ts";
import { maxAmountOf } from "../../shared/domain/payout/payout-request.ts";
import { MAX_PERCENT } from "../../shared/domain/savings/agreement.ts";
import { mailboxLimits, mailLimits, otherSpellingsLimit } from "../../shared/domain/signup/signup.ts";
import { FORMS_OF_FILE } from "../../shared/domain/tax/tax-document.ts";
import { MAX_WAITING_RESENDS, schedules } from "../../shared/domain/webhook/delivery.ts";
import { MAX_SECRETS } from "../../shared/domain/webhook/rotate-secret.ts";
import {
  destinationLimit,
  failureLimits,
  MAX_AT_ONCE,
  MAX_ENDPOINTS,
} from "../../shared/domain/webhook/webhook-endpoint.ts";
import { DAY, HOUR, MINUTE, type Window } from "../../shared/domain/limit/window.ts";
import { markdownTable } from "./markdown-table.ts";

type Row = [what: string, limit: string, name: string, file: string];

/** Every limit that no schema of a request states, with its name in the code. */
export const limitsTable = (): string =>
  markdownTable(
    ["limit of", "at most", "in the code"],
    [...ofAddresses(), ...ofAccounts(), ...ofEmails(), ...ofWebhooks(), ...ofObjects()].map(
      ([what, limit, name, file]) => [what, limit, `\`${name}\` in [${file}](../${file})`],
    ),
  );

/** The row of a constant, such as `{ MAX_KEYS }`. `words`: its limit, if it is no number and no window. */
function row(file: string, what: string, constant: Record<string, unknown>, words?: string): Row {
  const [[name, value] = ["", undefined]] = Object.entries(constant);
  return [what, words ?? (typeof value === "number" ? `${value}` : inWords(value as Window)), name, file];
}

const CONTRACT = "contract/service.ts";
const OPEN = "contract/open-routes.ts";
const MCP = "contract/mcp.ts";
const SIGN_IN = "contract/developers/sign-in.ts";
const recordOf = (path: string, name: string) => `contract/${apiOf({ path })}/${name}.ts`;
const ofAddresses = (): Row[] => [
  ...operations.flatMap(({ method, path, name, limits }): Row[] =>
    limits ? [[`an address: \`${method} ${path}\``, inWords(...limits), "limits", recordOf(path, name)]] : [],
  ),
  ...pages.flatMap(({ routes, limits }): Row[] =>
    limits ? [[`an address: \`${routes.at(-1)}\``, inWords(...limits), "limits", CONTRACT]] : [],
  ),
  row(
    OPEN,
    "an address: all requests to the open routes of one function, by environment",
    { OPEN_REQUESTS_PER_MINUTE },
    `${OPEN_REQUESTS_PER_MINUTE} a minute; a body and a reply count once for each ${COUNTED_BYTES / 1024} KiB`,
  ),
  row(OPEN, "an address: invalid API keys; unknown partners", { failedAttemptsLimit }),
  row(
    SIGN_IN,
    "an address: sandbox keys of the docs",
    { sandboxKeyLimit },
    inWords(...sandboxKeyLimit.limits),
  ),
  [
    "all callers: sandbox signups, sandbox keys, payouts of such keys, emails of strangers",
    "the stage settings `sandboxSignupsPerMinute`, `sandboxKeysPerHour`, `docsPayoutsPerMinute`, `confirmationsPerHour`",
    "ShareLane",
    "domain/share/lane.ts",
  ],
  row(MCP, "an MCP request: messages", { MAX_MESSAGES }),
  row(MCP, "an MCP request: documents that its messages read", { MAX_READINGS }),
  row("contract/operation.ts", "any other request: body", { MAX_BODY_BYTES }, `${MAX_BODY_BYTES / 1024} KiB`),
  row("contract/operation.ts", "a body: levels of objects and lists", { MAX_DEPTH }),
  row("contract/operation.ts", "a query or a form: fields", { MAX_FIELDS }),
];

const ACCOUNT = "domain/account/account.ts";
const STANDING = "domain/account/standing.ts";
const MEMBER = "domain/account/member.ts";
const READER = "domain/account/sandbox-account.ts";
const FAILURES = "domain/account/failure-counts.ts";
const ofAccounts = (): Row[] => [
  row(STANDING, "an account: requests in test mode", { sandboxQuota }, inQuota(sandboxQuota)),
  ...Tier.options.map((tier): Row => {
    const what = `an account: requests in live mode, tier ${tier}${tier === "enterprise" ? ", unless it has its own" : ""}`;
    return row(STANDING, what, { quotaOf }, inQuota(quotaOf("live", { tier, verified: true })));
  }),
  row(STANDING, "an account: requests, in a quota of its own", { largestQuota }, inQuota(largestQuota)),
  row(READER, "a sandbox key of the docs: requests", { readerQuota }, inQuota(readerQuota)),
  row(OPEN, "an account: payouts from the dashboard", { payFormLimit }),
  row(ACCOUNT, "an account: active keys", { MAX_KEYS }),
  row(ACCOUNT, "an account: active and rotated keys", { MAX_KEYS_WITH_ROTATED }),
  row(MEMBER, "an account: members", { MAX_MEMBERS }),
  row(MEMBER, "an account: invitations", { invitationLimit }),
  row(MEMBER, "a member: changes in the dashboard", { dashboardLimit }),
  row(MEMBER, "a member: sessions", { MAX_SESSIONS }),
  row("domain/account/passkey.ts", "a member: passkeys", { MAX_PASSKEYS }),
  row(MEMBER, "a member: browsers that are recognized", { MAX_BROWSERS }),
  row(
    FAILURES,
    "an account and mode: failed requests that are stored",
    { MAX_FAILURES_AN_HOUR },
    `${grouped(MAX_FAILURES_AN_HOUR)} an hour`,
  ),
];

const LOGIN = "domain/account/login.ts";
const SIGNUP = "domain/signup/signup.ts";
const ofEmails = (): Row[] => {
  const { creation, button } = mailboxLimits;
  const { inAll, gapSeconds } = mailLimits;
  return [
    row(SIGNUP, "a mailbox: confirmations that new signups cause", { mailboxLimits }, inWords(creation)),
    row(SIGNUP, "a mailbox: confirmations that the button causes", { mailboxLimits }, inWords(button)),
    row(SIGNUP, "a mailbox: those of all spellings but the plain one", { otherSpellingsLimit }),
    row(SIGNUP, "a signup: confirmations", { mailLimits }, `${inAll} in all, one in ${gapSeconds} s`),
    row(LOGIN, "a mailbox: sign-in, step-up and invitation emails", { loginMailLimit }),
    row(LOGIN, "a mailbox: those that strangers cause", { strangeMailLimit }),
    row(LOGIN, "an account: changes of the contact", { contactChangeLimit }),
  ];
};

const ENDPOINT = "domain/webhook/webhook-endpoint.ts";
const DELIVERY = "domain/webhook/delivery.ts";
const ofWebhooks = (): Row[] => {
  const { afterMs, failures } = failureLimits.disable;
  const untilDisabled = `${afterMs / DAY / 1_000} days and ${failures} failures`;
  return [
    row(ENDPOINT, "an account and mode: endpoints", { MAX_ENDPOINTS }),
    row(ENDPOINT, "an endpoint: first attempts at once", { MAX_AT_ONCE }),
    row(ENDPOINT, "a host: attempts of all accounts of the docs", { destinationLimit }),
    row("domain/webhook/rotate-secret.ts", "an endpoint: secrets at once", { MAX_SECRETS }),
    row("domain/event/replay.ts", "an endpoint: replays", { replayLimit }),
    row(ENDPOINT, "an endpoint: failing until it is disabled", { failureLimits }, untilDisabled),
    row(DELIVERY, "a delivery: resends that wait", { MAX_WAITING_RESENDS }),
    ...Object.entries(schedules).map(([name, steps]) =>
      row(DELIVERY, `a delivery: attempts, schedule ${name}`, { schedules }, `${steps.length + 1}`),
    ),
  ];
};

const BATCH = "domain/payout/payout-batch.ts";
const PAYOUT = "domain/payout/payout-request.ts";
const FORMS = "domain/tax/tax-document.ts";
const PERIOD = "domain/earnings/period.ts";
const EVENT = "domain/event/event.ts";
const ofObjects = (): Row[] => {
  const least = maxAmountOf("test", "starter");
  const most = maxAmountOf("live", "growth");
  return [
    row(PAYOUT, "a payout: amount in the sandbox, and of tier starter", { maxAmountOf }, usd(least)),
    row(PAYOUT, "a payout: amount of other tiers", { maxAmountOf }, usd(most)),
    row(BATCH, "a batch: payouts", { MAX_BATCH }),
    row(BATCH, "a batch: bytes of the body", { MAX_BATCH_BYTES }, `${MAX_BATCH_BYTES / 1024} KiB`),
    row("domain/payout/proposal.ts", "a proposal: days until it expires", { MAX_PROPOSAL_DAYS }),
    row("domain/driver/driver-accounts.ts", "a driver: bank accounts", { MAX_BANK_ACCOUNTS }),
    row("domain/savings/agreement.ts", "a payout: percent that its driver saves", { MAX_PERCENT }),
    row("domain/metadata/metadata-request.ts", "an object: pairs of metadata", { MAX_PAIRS }),
    row(FORMS, "a CSV file of tax forms: forms", { FORMS_OF_FILE }, String(FORMS_OF_FILE)),
    row(PERIOD, "earnings: days of a period", { MAX_DAYS }),
    row(PERIOD, "a CSV file of earnings: drivers", { MAX_DRIVERS_OF_FILE }, grouped(MAX_DRIVERS_OF_FILE)),
    row(EVENT, "a list: events that it counts", { MAX_EVENTS_COUNTED }, grouped(MAX_EVENTS_COUNTED)),
  ];
};

const UNITS = new Map([
  [MINUTE, "a minute"],
  [HOUR, "an hour"],
  [DAY, "a day"],
]);
const inWords = (...windows: readonly Window[]) =>
  windows.map(({ count, seconds }) => `${count} ${UNITS.get(seconds) ?? `in ${seconds} s`}`).join(", ");
const inQuota = ({ per_minute, per_second }: Quota) =>
  `${grouped(per_minute)} a minute, ${per_second} a second`;

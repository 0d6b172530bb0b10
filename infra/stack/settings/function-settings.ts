import type { Construct } from "constructs";
import { OPEN_REQUESTS_PER_MINUTE } from "../../../shared/contract/open-routes.ts";
import { accessOf } from "../../../shared/contract/operation.ts";
import type { BankTerms } from "../../../shared/domain/rail/bank-file.ts";
import type { AchSettings } from "./settings.ts";
import { stageSettingsOf } from "./stage-settings.ts";

type Of = { name: string } & Parameters<typeof accessOf>[0];

/** The functions that read a variable. A test compares the names with the bundles. */
const READERS = {
  MAIL: ["send-mail", "send-waiting", "show-signup", "show-health", "developer-sign-in", "look-up"],
  CONFIRMATIONS_PER_HOUR: [
    "send-mail",
    "send-waiting",
    "start-signup",
    "serve-mcp",
    "request-confirmation",
    "developer-sign-in",
    "developer-account",
    "developer-drivers",
    "invite-to-save",
  ],
  // `start-signup` is also a tool of the MCP server.
  SANDBOX_SIGNUPS_PER_MINUTE: ["start-signup", "serve-mcp"],
  SANDBOX_KEYS_PER_HOUR: ["create-sandbox-key", "developer-sign-in"],
  DOCS_PAYOUTS_PER_MINUTE: [
    "create-payout",
    "create-payout-proposal",
    "developer-drivers",
    "make-payouts",
    "serve-company-mcp",
  ],
};

export function settingVariables(scope: Construct, record: Of, isAnonymous: boolean): Record<string, string> {
  const { ach, limiterDeadlineMs, mailFrom, openFactor, rateLimitRanges, ...caps } = stageSettingsOf(scope);
  const read = {
    CONFIRMATIONS_PER_HOUR: String(caps.confirmationsPerHour),
    MAIL: mailFrom === undefined ? "off" : "on",
    SANDBOX_SIGNUPS_PER_MINUTE: String(caps.sandboxSignupsPerMinute),
    SANDBOX_KEYS_PER_HOUR: String(caps.sandboxKeysPerHour),
    DOCS_PAYOUTS_PER_MINUTE: String(caps.docsPayoutsPerMinute),
  };
  // A page that needs a key counts addresses too, before it knows the key.
  const countsAddresses = isAnonymous || ("needsKey" in record && record.needsKey === true);
  const names = Object.keys(READERS) as (keyof typeof READERS)[];
  const ownNames = names.filter((name) => READERS[name].includes(record.name));
  return {
    // Pages and workers use the limiter too, although their records have no limits.
    LIMITER_DEADLINE_MS: String(limiterDeadlineMs),
    // Each function that asks whether live mode has a rail.
    ...(ach && { BANK_TERMS: JSON.stringify(bankTermsOf(ach)) }),
    ...(countsAddresses && { OPEN_REQUESTS_PER_MINUTE: String(OPEN_REQUESTS_PER_MINUTE * openFactor) }),
    ...(rateLimitRanges &&
      (countsAddresses || accessOf(record).limit || accessOf(record).lane) && {
        RATE_LIMIT_RANGES: JSON.stringify(rateLimitRanges),
      }),
    ...Object.fromEntries(ownNames.map((name) => [name, read[name]])),
  };
}

/** As functions read it. */
const bankTermsOf = ({ cutOffs, sameDay = false, leadDays = 1, ...bank }: AchSettings): BankTerms => ({
  destination: bank.destination,
  destination_name: bank.destinationName,
  origin: bank.origin,
  origin_name: bank.originName,
  company_id: bank.companyId,
  odfi: bank.originatingDfi,
  cut_offs: cutOffs ?? [],
  same_day: sameDay,
  lead_days: leadDays,
});

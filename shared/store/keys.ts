import { createHash } from "node:crypto";
import type { Noun } from "../domain/noun.ts";
import { sameEmail } from "../domain/text.ts";

/**
 * The one table, and every way its keys are built. A partition key starts with its noun, because a function's role
 * is limited to nouns (`dynamodb:LeadingKeys`). No index yet: every access below is by full key.
 *
 * | item                 | pk                                          | read by                        |
 * | -------------------- | ------------------------------------------- | ------------------------------ |
 * | signup               | SIGNUP#<signup_id>                          | status, timer                  |
 * | signup_email         | SIGNUP_EMAIL#<sha256 of the email>          | the replay of a signup         |
 * | partner              | PARTNER#<slug>                              | attribution of a signup        |
 * | partner_registration | PARTNER_REGISTRATION#<sha256 company+email> | the replay of a registration   |
 * | account              | ACCOUNT#<account_id>                        | (the Platform API)             |
 * | waitlist             | WAITLIST#<sha256 of the email>              | nobody yet                     |
 * | suppression          | SUPPRESSION#<sha256 of the email>           | the mail sender                |
 * | limit                | LIMIT#<operation>#<source>                  | its own conditional write      |
 * | outbox               | OUTBOX#<id>                                 | the table's stream             |
 *
 * `sk` is the noun again: one item a partition so far, and room for an item's companions later. Email addresses
 * are hashed so that keys, which find their way into metrics and error texts, name nobody.
 */
export type Key = { pk: string; sk: string };

export const prefixOf = (noun: Noun): string => `${noun.toUpperCase()}#`;

export const keys = {
  signup: (signupId: string) => key("signup", signupId),
  signupEmail: (email: string) => key("signup_email", sha256(sameEmail(email))),
  partner: (slug: string) => key("partner", slug),
  partnerRegistration: (company: string, email: string) =>
    key("partner_registration", sha256(`${sameName(company)}\n${sameEmail(email)}`)),
  account: (accountId: string) => key("account", accountId),
  waitlist: (email: string) => key("waitlist", sha256(sameEmail(email))),
  suppression: (email: string) => key("suppression", sha256(sameEmail(email))),
  limit: (operation: string, source: string) => key("limit", `${operation}#${source}`),
  outbox: (id: string) => key("outbox", id),
};

const key = (noun: Noun, id: string): Key => ({ pk: prefixOf(noun) + id, sk: noun.toUpperCase() });

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const sameName = (company: string) => company.normalize("NFKC").trim().toLowerCase().replace(/\s+/g, " ");

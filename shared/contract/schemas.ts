import * as z from "zod/mini";
import { brand } from "../domain/brand.ts";
import { DECIMAL_PATTERN } from "../domain/decimal.ts";
import { FilingStatus } from "../domain/eligibility.ts";
import { PartnerSlug } from "../domain/partner.ts";
import { SignupStatus } from "../domain/signup.ts";
import { Instant, note } from "../domain/text.ts";

const Url = z.url().register(z.globalRegistry, { format: "uri" });

/** Published as a plain string: new states may come, and a client generated from an enum would break on them. */
const OpenStatus = z.string().register(z.globalRegistry, {
  description: "Open enumeration: more values may be added, so tolerate unknown ones.",
  "x-extensible-enum": Object.keys(SignupStatus.def.entries),
});

const signupId = z
  .string()
  .check(z.regex(new RegExp(`^${brand.idPrefix}_(sgn|test)_[a-z0-9]+$`)), z.maxLength(64));

export const SignupResponse = z
  .object({
    signup_id: note(
      signupId,
      `Starts with ${brand.idPrefix}_sgn_, or ${brand.idPrefix}_test_ in the sandbox.`,
    ),
    status: OpenStatus,
    signup_url: note(Url, "The account owner must open it personally."),
    status_url: note(Url, "Poll this address for the signup's status."),
    partner_id: note(z.nullable(PartnerSlug), "The partner that brought the signup; null when none."),
    human_action_required: note(z.string(), "What the account owner has to do. Tell them."),
    disclosures: note(z.string(), "Regulatory text. Show it to the person."),
  })
  .register(z.globalRegistry, { id: "SignupResponse" });

export const SignupStatusResponse = z
  .object({
    signup_id: signupId,
    status: OpenStatus,
    partner_id: z.nullable(PartnerSlug),
    created_at: z.nullable(Instant),
  })
  .register(z.globalRegistry, { id: "SignupStatus", description: "Holds no personal data." });

export const SignupParams = z.strictObject({
  signup_id: note(signupId, "The `signup_id` that starting the signup returned."),
});

export const PartnerResponse = z
  .object({
    partner_id: note(PartnerSlug, "The attribution slug."),
    status: note(z.literal("pending_review"), "A new partner is reviewed by people."),
    note: note(z.string(), "How to use the slug."),
  })
  .register(z.globalRegistry, { id: "Partner" });

export const ProductResponse = z
  .object({
    product: note(z.string(), "The product's name and a short description."),
    type: note(z.string(), "The type of account."),
    description: z.string(),
    custodian: note(z.string(), "Who holds the accounts."),
    launch_status: note(z.string(), "Open enumeration; `waitlist` until accounts open to the public."),
    pricing: z.array(
      z.object({ name: z.string(), price_usd_per_month: z.number(), features: z.array(z.string()) }),
    ),
    links: z.object({ home: Url, documentation: Url, openapi: Url, eligibility: Url }),
    disclosures: z.string(),
  })
  .register(z.globalRegistry, { id: "Product" });

export const EligibilityQuery = z.strictObject({
  filing_status: note(
    z.clone(FilingStatus),
    "How the person files. `married_separate` means living with the spouse at some time in the year; otherwise use `single`.",
  ),
  magi: z
    .string()
    .check(z.regex(DECIMAL_PATTERN, "a plain decimal number of US dollars, such as 50000 or 50000.5"))
    .register(z.globalRegistry, {
      description:
        "Modified adjusted gross income in USD: a plain decimal, zero or more, at most six decimals.",
      examples: ["160500"],
      "x-published": { type: "number", minimum: 0, exclusiveMaximum: 1e12, examples: [160500] },
    }),
});

const usd = z.number().check(z.minimum(0));

export const EligibilityResponse = z
  .object({
    eligible: note(z.boolean(), "Whether any contribution is allowed."),
    partial: note(z.boolean(), "True strictly inside the phase-out range."),
    contribution_limit: note(z.clone(usd), "The year's limit in USD below age 50."),
    contribution_limit_age_50_plus: note(z.clone(usd), "The year's limit in USD from age 50."),
    phase_out: z
      .nullable(z.object({ starts_at: usd, ends_at: usd }))
      .check(z.describe("The income range in USD over which the limit shrinks; null at or below its start.")),
    tax_year: z.int(),
    disclaimer: note(z.string(), "Show it to the person, always."),
  })
  .register(z.globalRegistry, { id: "Eligibility" });

export const WaitlistResponse = z
  .object({ ok: z.literal(true) })
  .register(z.globalRegistry, { id: "WaitlistJoined" });

/** An OpenAPI document, as far as this one promises. */
export const OpenApiResponse = z
  .looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) })
  .register(z.globalRegistry, { id: "OpenApiDocument" });

import * as z from "zod/mini";
import { brand } from "../brand/brand.ts";
import { randomId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import type { Transition } from "../item/transition.ts";
import { type Account, newAccount } from "./account.ts";
import type { PartnerRequest } from "./partner-request.ts";

const slug = (message?: string) =>
  z
    .string()
    .check(
      z.minLength(3, message),
      z.maxLength(40, message),
      z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, message ?? "a lowercase slug such as `acme-fleet`"),
    );

export const PartnerSlug = slug();

/** The slug that a signup names. No partner has one of another form. */
export const NamedPartnerSlug = slug("partner_unknown");

export const PartnerStatus = z.enum(["pending_review", "approved", "refused"]);

export const Partner = z.object({
  partner_id: PartnerSlug,
  status: PartnerStatus,
  account_id: z.string(),
  company: z.string(),
  /** Absent once its person asked for it. */
  email: z.optional(z.string()),
  website: z.optional(z.string()),
  created_at: Instant,
});
export type Partner = z.infer<typeof Partner>;

/** Sandbox slugs start with this and are never stored. */
export const SANDBOX_SLUG_PREFIX = "test-";

/** Slugs that no one gets: our names, common web names, gig platforms, well-known organizations. */
const RESERVED = new Set([
  ..."admin agent agents api app docs help live mcp none null official partner partners".split(" "),
  ..."sandbox security status support system test www".split(" "),
  ..."amazon amazon-flex deliveroo doordash gopuff grubhub instacart lyft postmates roadie".split(" "),
  ..."shipt spark uber uber-eats ubereats walmart".split(" "),
  ..."anthropic chatgpt claude finra google irs openai sec sipc".split(" "),
  "mail",
  brand.idPrefix,
  brand.productSlug,
  plainSlug(brand.serviceName),
  plainSlug(brand.productName),
]);

export const isReserved = (slug: string): boolean => RESERVED.has(slug) || isSandboxSlug(slug);

/** The preferred slug for a company name in Latin letters. A name without any becomes `partner`. */
export function slugOf(latinName: string): string {
  const slug = plainSlug(latinName);
  if (slug === "") return "partner";
  return slug.length < 3 ? `${slug}-partner` : slug;
}

/** Slugs to try: the slug, then random endings that clash once in a million. None is reserved. */
export const candidateSlugs = (slug: string): string[] =>
  [slug, ...Array.from({ length: 3 }, () => withEnding(slug))].filter((slug) => !isReserved(slug));

function withEnding(slug: string): string {
  const ownSlug = slug.replace(/^(test(-|$))+/, "") || "partner";
  return `${ownSlug}-${randomId("").slice(0, 5)}`;
}

function plainSlug(ascii: string): string {
  const words =
    ascii
      .toLowerCase()
      .replace(/['’]/g, "")
      .match(/[a-z0-9]+/g) ?? [];
  return words
    .join("-")
    .slice(0, 32)
    .replace(/(?<!-)-+$/, "");
}

/** `sandbox`: the account of a reader of the documentation, which becomes the partner's. */
export function registerPartner(
  request: PartnerRequest,
  slug: string,
  now: Date,
  sandbox?: Account,
): { partner: Partner & { email: string }; account: Account } {
  const { sandbox: _, ...fields } = request;
  const account = sandbox ? { ...sandbox, partner_id: slug } : newAccount({ partner_id: slug }, now);
  const { account_id } = account;
  const created_at = now.toISOString();
  return {
    partner: { partner_id: slug, status: "pending_review", account_id, ...fields, created_at },
    account,
  };
}

export const partnerReviews = {
  approve: { from: ["pending_review", "refused"], to: "approved" },
  refuse: { from: ["pending_review", "approved"], to: "refused" },
} as const satisfies Record<string, Transition<z.infer<typeof PartnerStatus>>>;
export type PartnerReview = keyof typeof partnerReviews;

export const isSandboxSlug = (slug: string): boolean => slug.startsWith(SANDBOX_SLUG_PREFIX);

/** The origin of the partner's website, as a browser sends it. */
function websiteOrigin({ website = "" }: { website?: string | undefined }): string | undefined {
  const url = URL.parse(website);
  // Any other scheme has the origin `null`, which pages of no known site send too.
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Whether pages of an origin may start live signups. A declared website counts once a review approved it. */
export const isPageOf = (partner: Pick<Partner, "status" | "website">, origin: string): boolean =>
  partner.status === "approved" && websiteOrigin(partner) === origin;

/** A changed website. One of another origin is reviewed anew. */
export function withWebsite(
  { status, ...partner }: Pick<Partner, "status" | "website">,
  website: string | undefined,
) {
  const origin = websiteOrigin({ website });
  const isNew = origin !== undefined && origin !== websiteOrigin(partner);
  return { website, status: isNew && status === "approved" ? ("pending_review" as const) : status };
}

/** A refused partner keeps its signups and gets no new ones. */
export const takesAttribution = (partner: Pick<Partner, "status">): boolean => partner.status !== "refused";

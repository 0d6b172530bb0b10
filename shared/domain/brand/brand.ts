import { spanishBrand } from "./brand-es.ts";
import type { Language } from "../text/language.ts";

/** Disclosures that the law requires, one sentence each. A test checks each one, so shorten with care. */
const statements = [
  "We are not a bank and not a registered investment adviser.",
  "Everything here is educational and is not investment, tax or legal advice.",
  "Accounts are not open yet: once they are, brokerage and custody will be provided by a FINRA/SIPC-member broker-dealer.",
  "Advisory services and partner revenue share start only upon approval of our investment-adviser registration.",
  "Investing involves risk, including loss of principal.",
] as const;

export const brand = {
  serviceName: "Portable Roth",
  /** The service's name for programs, such as the MCP server's name. */
  serviceSlug: "portable-roth",
  /** The npm package of the client programs. */
  npmPackage: "portable-roth",
  /** True once we own the name on npm. Until then no page names it: a stranger could publish it. */
  npmPackageIsPublished: false as boolean,
  /** The MCP server's name in registries: the deployer's domain reversed, then the slug. */
  registryName: "com.example/portable-roth",
  productName: "Portable Roth IRA",
  /** Names the product in identifiers, such as the MCP tool `get_product_info`. */
  productSlug: "product",
  /** Starts every signup id and API key: `svc_sgn_...`, `svc_test_...`. */
  idPrefix: "svc",
  supportEmail: "support@example.com",
  /** Where `doc_url` points, relative to the API's own address. */
  docsPath: "/docs",
  tagline: "A retirement account that follows gig workers from app to app.",
  description:
    "A Roth IRA for gig workers such as drivers and couriers. It belongs to the worker, not to a gig platform. Once accounts open, it takes contributions from every app they work on.",
  custodian:
    "Planned: once accounts open, a FINRA/SIPC-member broker-dealer will provide brokerage and custody, and will hold the account and its assets.",
  statements,
  disclosures: statements.join(" "),
  /** `waitlist` until accounts can be opened by the public. */
  launchStatus: "waitlist",
  pricing: [
    {
      name: "Basic",
      price_usd_per_month: 0,
      features: [
        { name: "One Roth IRA across every app", state: "planned" },
        { name: "Contribution-limit tracking", state: "sandbox" },
        { name: "Educational estimates", state: "available" },
      ],
    },
    {
      name: "Plus",
      price_usd_per_month: 4,
      features: [
        { name: "Everything in Basic", state: "planned" },
        { name: "Automatic contributions from payouts", state: "sandbox" },
        { name: "Year-end tax summary", state: "planned" },
      ],
    },
  ],
} as const;

/** The company behind the service, for the footer, the emails, /privacy and /terms. These are examples. */
export const brandCompany = {
  name: "Example Company",
  address: "100 Example Street, Example City, EX 00000, USA",
  privacyEmail: "privacy@example.com",
  /** Where people report security problems: `/.well-known/security.txt` and the docs name it. */
  securityEmail: "security@example.com",
  /** The broker-dealer that holds the accounts. */
  custodianName: "Example Brokerage",
  governingLaw: "the State of Example",
  /** The day from which /privacy and /terms apply. */
  policiesSince: "2026-11-22",
  /** Set to true once everything above is true. The stage `prod` requires it. */
  isReal: false as boolean,
};

/** A feature of a tier. It is no text, so a page needs {@link featureText}, which says its state. */
export type Feature = (typeof brand.pricing)[number]["features"][number];

/** `sandbox`: it works with test keys, and moves no money. `planned`: it does not work yet. */
type FeatureState = "available" | "sandbox" | "planned";

/** What follows the name of a feature that not everyone can use today. */
const marks: Record<Language, Record<FeatureState, string>> = {
  en: { available: "", sandbox: " (available in the sandbox)", planned: " (planned)" },
  es: { available: "", sandbox: " (disponible en el entorno de pruebas)", planned: " (planeado)" },
};

export function featureText({ name, state }: Feature, language: Language = "en"): string {
  const named = language === "es" ? (spanishBrand.features[name] ?? name) : name;
  return named + marks[language][state];
}

export const shownPricing = () =>
  brand.pricing.map((tier) => ({ ...tier, features: tier.features.map((each) => featureText(each)) }));

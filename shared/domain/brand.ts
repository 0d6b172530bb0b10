/** What the law wants said, a sentence each. A test looks for every one, so shorten with care. */
const statements = [
  "We are not a bank and not a registered investment adviser.",
  "Everything here is educational and is not investment, tax or legal advice.",
  "Brokerage and custody are provided by a FINRA/SIPC-member broker-dealer.",
  "Advisory services and partner revenue share start only upon approval of our investment-adviser registration.",
  "Investing involves risk, including loss of principal.",
] as const;

/**
 * Every name a deployer would change, in one place: the service's, the product's, and where they lead.
 */
export const brand = {
  serviceName: "Portable Roth",
  /** The service's name where programs want one, such as the MCP server's. */
  serviceSlug: "portable-roth",
  /** The npm package with what others run on their machines. */
  npmPackage: "portable-roth",
  /** Until the name is yours in the registry, nothing may send anybody there: whoever has it could be anyone. */
  npmPackageIsPublished: false as boolean,
  /** The MCP server's name in registries: a domain that the deployer holds, backwards, and the slug. */
  registryName: "com.example/portable-roth",
  productName: "Portable Roth IRA",
  /** Names the product in identifiers, such as the MCP tool `get_product_info`. */
  productSlug: "product",
  /** Leads every identifier an agent sees: `svc_sgn_...`, `svc_test_...`. */
  idPrefix: "svc",
  supportEmail: "support@example.com",
  /** Where `doc_url` points, relative to the API's own address. */
  docsPath: "/docs",
  tagline: "A retirement account that follows gig workers from app to app.",
  description:
    "A Roth IRA for drivers and couriers. It belongs to the worker, not to a platform, and takes contributions from every app they earn on.",
  custodian:
    "Brokerage and custody are provided by a FINRA/SIPC-member broker-dealer, which holds the account and its assets.",
  statements,
  disclosures: statements.join(" "),
  /** `waitlist` until accounts can be opened by the public. */
  launchStatus: "waitlist",
  pricing: [
    {
      name: "Basic",
      price_usd_per_month: 0,
      features: [
        "One Roth IRA across every platform",
        "Contribution-limit tracking",
        "Educational estimates",
      ],
    },
    {
      name: "Plus",
      price_usd_per_month: 4,
      features: ["Everything in Basic", "Automatic contributions from payouts", "Year-end tax summary"],
    },
  ],
} as const;

import * as z from "zod/mini";
import { brand, shownPricing } from "../../domain/brand/brand.ts";
import { component, note } from "../../domain/text/text.ts";
import { operation } from "../operation.ts";
import { found } from "../replies.ts";
import { Url } from "../shapes.ts";

const ProductResponse = component("Product", {
  product: note(z.string(), "Product name and short description."),
  type: note(z.string(), "Type of account."),
  description: note(z.string(), "Description of the product."),
  custodian: note(z.string(), "Custodian disclosure."),
  launch_status: note(z.string(), "Open enumeration; `waitlist` until accounts open to the public."),
  pricing: note(
    z.array(
      z.object({
        name: note(z.string(), "Name of the tier."),
        price_usd_per_month: note(z.number(), "Price in USD per month."),
        features: note(
          z.array(z.string()),
          "Features of the tier. One that not everyone can use yet ends in `(available in the sandbox)` or `(planned)`.",
        ),
      }),
    ),
    "The pricing tiers.",
  ),
  links: note(
    z.object({
      home: note(z.clone(Url), "The home page."),
      documentation: note(z.clone(Url), "The documentation."),
      openapi: note(z.clone(Url), "This API's OpenAPI document."),
      eligibility: note(z.clone(Url), "The eligibility estimate."),
    }),
    "Where to read on.",
  ),
  disclosures: note(z.string(), "Regulatory text. Show it to the person."),
});

export const productInfo = (baseUrl: string) => ({
  product: `${brand.productName}: ${brand.tagline}`,
  type: "Portable Roth IRA",
  description: brand.description,
  custodian: brand.custodian,
  launch_status: brand.launchStatus,
  pricing: shownPricing(),
  links: {
    home: `${baseUrl}/`,
    documentation: baseUrl + brand.docsPath,
    openapi: `${baseUrl}/api/openapi.json`,
    eligibility: `${baseUrl}/api/agent/eligibility`,
  },
  disclosures: brand.disclosures,
});

export const getProductInfoOperation = operation({
  name: "get-product-info",
  method: "GET",
  path: "/api/agent/product",
  tag: "Product",
  summary: "Get product information",
  description: "Account type, custodian, pricing, launch status and links. The same for every caller.",
  replies: found("Product information.", ProductResponse, productInfo("https://api.example.com")),
  perSecond: 50,
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
  tool: {
    name: `get_${brand.productSlug}_info`,
    title: "Get product information",
    description: `Returns the ${brand.productName}'s type, custodian, pricing, launch status, links and disclosures. The same for every caller, no advice.`,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
});

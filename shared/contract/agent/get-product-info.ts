import * as z from "zod/mini";
import { brand } from "../../domain/brand.ts";
import { note } from "../../domain/text.ts";
import { operation } from "../operation.ts";
import { Url } from "../shapes.ts";

const ProductResponse = z
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

export const getProductInfoOperation = operation({
  name: "get-product-info",
  api: "agent",
  method: "GET",
  path: "/api/agent/product",
  tag: "Product",
  summary: "Read what the product is",
  description:
    "The product's facts: type, custodian, pricing, launch status and links. The same for everybody.",
  replies: {
    found: {
      status: 200,
      description: "The product.",
      schema: ProductResponse,
      example: {
        product: `${brand.productName}: ${brand.tagline}`,
        type: "Portable Roth IRA",
        description: brand.description,
        custodian: brand.custodian,
        launch_status: brand.launchStatus,
        pricing: brand.pricing,
        links: {
          home: "https://api.example.com/",
          documentation: "https://api.example.com/docs",
          openapi: "https://api.example.com/api/openapi.json",
          eligibility: "https://api.example.com/api/agent/eligibility",
        },
        disclosures: brand.disclosures,
      },
    },
  },
  cacheFor: 3600,
  access: {},
  budget: { calls: 0, writeUnits: 0, readUnits: 0 },
  tool: {
    name: `get_${brand.productSlug}_info`,
    title: "Read product facts",
    description: `Returns facts about the ${brand.productName}: type, custodian, pricing, launch status, links, disclosures. The same for everybody; no advice, no account data.`,
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
});

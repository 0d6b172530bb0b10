import { getProductInfoOperation } from "../../shared/contract/agent/get-product-info.ts";
import { brand, shownPricing } from "../../shared/domain/brand.ts";
import { baseUrl, docsUrl } from "../../shared/http/serve/responses.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";

export const productSteps: Steps<typeof getProductInfoOperation> = {
  answer: (_, { reply }) =>
    reply("found", {
      product: `${brand.productName}: ${brand.tagline}`,
      type: "Portable Roth IRA",
      description: brand.description,
      custodian: brand.custodian,
      launch_status: brand.launchStatus,
      pricing: shownPricing(),
      links: {
        home: `${baseUrl()}/`,
        documentation: docsUrl(),
        openapi: `${baseUrl()}/api/openapi.json`,
        eligibility: `${baseUrl()}/api/agent/eligibility`,
      },
      disclosures: brand.disclosures,
    }),
};

export const handler = serve(getProductInfoOperation, productSteps);

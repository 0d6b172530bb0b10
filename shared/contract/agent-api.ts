import { brand } from "../domain/brand/brand.ts";
import { checkRothEligibilityOperation } from "./agent/check-roth-eligibility.ts";
import { createSandboxKeyOperation } from "./agent/create-sandbox-key.ts";
import { getAgentOpenapiOperation } from "./agent/get-agent-openapi.ts";
import { getPartnerOperation } from "./agent/get-partner.ts";
import { getProductInfoOperation } from "./agent/get-product-info.ts";
import { getSignupStatusOperation } from "./agent/get-signup-status.ts";
import { joinWaitlistOperation } from "./agent/join-waitlist.ts";
import { registerPartnerOperation } from "./agent/register-partner.ts";
import { startSignupOperation } from "./agent/start-signup.ts";
import type { ApiDescription } from "./openapi/openapi.ts";

export const API_VERSION = "1.0.0";

export const agentApi = [
  startSignupOperation,
  getSignupStatusOperation,
  getProductInfoOperation,
  checkRothEligibilityOperation,
  registerPartnerOperation,
  getPartnerOperation,
  createSandboxKeyOperation,
  joinWaitlistOperation,
  getAgentOpenapiOperation,
] as const;

export const agentDescription: ApiDescription = {
  title: "Agent API",
  version: API_VERSION,
  description: `Start signups for a ${brand.productName}, estimate eligibility, get product information and register as a partner. Only the account owner can confirm a signup. The API needs no credentials; rate limits apply per IP address. ${brand.disclosures}`,
  tags: {
    Signups: "Start a signup and follow its status. Only the account owner can confirm it.",
    Product: "Product information and an eligibility estimate.",
    Partners: "Register as a partner, and get credit for the signups you refer.",
    "Sandbox keys": "A key to try the Platform API with.",
    Waitlist: "The public waitlist form.",
    Description: "The API as one file, for your tools.",
  },
};

import { brand } from "../domain/brand.ts";
import { checkRothEligibility } from "./agent/check-roth-eligibility.ts";
import { getAgentOpenapi } from "./agent/get-agent-openapi.ts";
import { getProductInfo } from "./agent/get-product-info.ts";
import { getSignupStatus } from "./agent/get-signup-status.ts";
import { joinWaitlist } from "./agent/join-waitlist.ts";
import { registerPartner } from "./agent/register-partner.ts";
import { startSignup } from "./agent/start-signup.ts";
import type { ApiDescription } from "./openapi/openapi.ts";

export const API_VERSION = "1.0.0";

/** The Agent API: open, without credentials, limited per address. */
export const agentApi = [
  startSignup,
  getSignupStatus,
  getProductInfo,
  checkRothEligibility,
  registerPartner,
  joinWaitlist,
  getAgentOpenapi,
] as const;

export const agentDescription: ApiDescription = {
  title: "Agent API",
  version: API_VERSION,
  description: `Lets an agent start a signup for a ${brand.productName}, which only the account owner can confirm, check an estimate of eligibility, read product facts and register as a partner. No credentials; limited per address. ${brand.disclosures}`,
  tags: {
    Signups: "Start a signup and follow it. Only the account owner can confirm one.",
    Product: "Facts about the product, the same for everybody.",
    Partners: "Be credited for the signups you bring.",
    Waitlist: "The public form.",
    Description: "This document.",
  },
};

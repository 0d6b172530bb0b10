import { checkRothEligibility } from "./agent/check-roth-eligibility.ts";
import { getAgentOpenapi } from "./agent/get-agent-openapi.ts";
import { getProductInfo } from "./agent/get-product-info.ts";
import { getSignupStatus } from "./agent/get-signup-status.ts";
import { joinWaitlist } from "./agent/join-waitlist.ts";
import { registerPartner } from "./agent/register-partner.ts";
import { startSignup } from "./agent/start-signup.ts";

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

import { checkRothEligibility } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { getProductInfo } from "../../shared/contract/agent/get-product-info.ts";
import { getSignupStatus } from "../../shared/contract/agent/get-signup-status.ts";
import { registerPartner } from "../../shared/contract/agent/register-partner.ts";
import { startSignup } from "../../shared/contract/agent/start-signup.ts";
import { Problem } from "../../shared/contract/errors.ts";
import { SignupId } from "../../shared/contract/shapes.ts";
import { type HumanStep, type McpTool, mcpTool } from "../../shared/http/mcp/mcp-tool.ts";
import { presentSignup } from "../../shared/http/serve/present-signup.ts";

/**
 * Clients that can open a link for their person are asked to. What comes back is no more than the signup's id, which
 * tells nothing to who has it, so it needs no seal; and opening the link confirms nothing, so it is never waited for.
 */
const confirmation: HumanStep = {
  link: ({ status, signup_id, signup_url }) =>
    status === "initiated"
      ? {
          url: String(signup_url),
          message: "Open this page to have your confirmation link mailed to you. Only you can confirm.",
          state: String(signup_id),
        }
      : undefined,
  resume: async (state, now) => {
    const { data: id } = SignupId.safeParse(state);
    const { findSignup } = await import("../../shared/store/signup/signups.ts");
    const signup = id && (await findSignup(id, now));
    if (!signup) throw new Problem("resource_missing", "No signup has this id.");
    return presentSignup(signup);
  },
};

/**
 * Each tool runs the story of its operation, loaded when it is first called: most calls only list, and the table's client
 * is the largest part after the protocol itself. A test compares the tools with the contract, and with REST.
 */
export const mcpTools: readonly McpTool[] = [
  mcpTool(getProductInfo, async () => (await import("./get-product-info.ts")).productStory),
  mcpTool(checkRothEligibility, async () => (await import("./check-roth-eligibility.ts")).eligibilityStory),
  mcpTool(startSignup, async () => (await import("./start-signup.ts")).signupStory, confirmation),
  mcpTool(getSignupStatus, async () => (await import("./get-signup-status.ts")).statusStory),
  mcpTool(registerPartner, async () => (await import("./register-partner.ts")).partnerStory),
];

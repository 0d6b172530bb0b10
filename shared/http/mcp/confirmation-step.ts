import { Problem } from "../../contract/errors.ts";
import { SignupId } from "../../contract/shapes.ts";
import { publicSignup } from "../../domain/signup/public-signup.ts";
import { baseUrl } from "../serve/responses.ts";
import type { HumanStep } from "./mcp-tool.ts";

/**
 * Clients that can open a link for their person are asked to. What comes back is no more than the signup's id, which
 * tells nothing to who has it, so it needs no seal; and opening the link confirms nothing, so it is never waited for.
 */
export const confirmationStep: HumanStep = {
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
    const { findSignup } = await import("../../store/signup/signups.ts");
    const signup = id && (await findSignup(id, now));
    if (!signup) throw new Problem("resource_missing", "No signup has this id.");
    return publicSignup(signup, baseUrl());
  },
};

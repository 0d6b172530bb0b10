import { missing } from "../../contract/errors.ts";
import { SignupId } from "../../contract/shapes.ts";
import { prefixes } from "../../domain/item/ids.ts";
import { publicSignup } from "../../domain/signup/public-signup.ts";
import { baseUrl } from "../serve/responses.ts";
import type { HumanStep } from "./mcp-tool.ts";

/**
 * Asks a client that supports it to open the link. The returned state is the signup's id, which is not
 * secret. Opening the link confirms nothing, so the tool does not wait.
 */
export const confirmationStep: HumanStep = {
  link: ({ status, signup_id, signup_url }) =>
    status === "initiated"
      ? {
          url: String(signup_url),
          message: String(signup_id).startsWith(prefixes.sandboxSignup)
            ? "A live signup asks its owner to open such a page. This is a sandbox signup: there is nothing to confirm."
            : "Open this page to get your confirmation link by email. Only you can confirm.",
          state: String(signup_id),
        }
      : undefined,
  resume: async (state, now) => {
    const { data: id } = SignupId.safeParse(state);
    const { findSignup } = await import("../../store/signup/signups.ts");
    const signup = id && (await findSignup(id, now));
    if (!signup)
      throw missing("No signup has this id. Check the id. Sandbox signups are deleted after 24 hours.");
    return publicSignup(signup, baseUrl());
  },
};

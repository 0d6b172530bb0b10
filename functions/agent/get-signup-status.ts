import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { missing } from "../../shared/contract/errors.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";
import { findSignup } from "../../shared/store/signup/signups.ts";

export const statusSteps: Steps<typeof getSignupStatusOperation> = {
  answer: async ({ params }, { now, reply }) => {
    const signup = await findSignup(params.signup_id, now);
    if (!signup)
      throw missing(
        "No signup has this id. Check the id. Sandbox signups are deleted after 24 hours.",
        "signup_id",
      );
    const { signup_id, status, partner_id, created_at } = signup;
    return reply("found", { signup_id, status, partner_id, created_at });
  },
};

export const handler = serve(getSignupStatusOperation, statusSteps);

import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { missing } from "../../shared/contract/errors.ts";
import { compactOf } from "../../shared/domain/receipt/receipt.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";
import { findSharedReceipt } from "../../shared/store/receipt/receipts.ts";
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
    const receipt = await findSharedReceipt(signup);
    return reply("found", {
      signup_id,
      status,
      partner_id,
      created_at,
      ...(receipt && { receipt: compactOf(receipt) }),
    });
  },
};

export const handler = serve(getSignupStatusOperation, statusSteps);

import { checkRothEligibilityOperation } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { parseDecimal } from "../../shared/domain/money/decimal.ts";
import { checkEligibility } from "../../shared/domain/tax/eligibility.ts";
import { type Steps, serve } from "../../shared/http/serve/serve.ts";

export const eligibilitySteps: Steps<typeof checkRothEligibilityOperation> = {
  answer: ({ query }, { now, reply }) =>
    reply("estimated", checkEligibility(query.filing_status, parseDecimal(query.magi), now)),
};

export const handler = serve(checkRothEligibilityOperation, eligibilitySteps);

import { checkRothEligibility } from "../../shared/contract/agent/check-roth-eligibility.ts";
import { parseDecimal } from "../../shared/domain/decimal.ts";
import { checkEligibility } from "../../shared/domain/eligibility.ts";
import { serve } from "../../shared/http/serve.ts";

export const handler = serve(checkRothEligibility, {
  answer: ({ query }, { reply }) =>
    reply("estimated", checkEligibility(query.filing_status, parseDecimal(query.magi))),
});

import { completePayoutOperation } from "../../../shared/contract/platform/test-helpers/complete-payout.ts";
import { serveTestHelper } from "../../../shared/http/serve/serve-test-helper.ts";

export const handler = serveTestHelper(completePayoutOperation, "complete");

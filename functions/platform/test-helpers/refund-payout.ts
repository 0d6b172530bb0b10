import { refundPayoutOperation } from "../../../shared/contract/platform/test-helpers/refund-payout.ts";
import { serveTestHelper } from "../../../shared/http/serve/serve-test-helper.ts";

export const handler = serveTestHelper(refundPayoutOperation, "refund");

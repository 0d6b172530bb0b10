import { failPayoutOperation } from "../../../shared/contract/platform/test-helpers/fail-payout.ts";
import { serveTestHelper } from "../../../shared/http/serve/serve-test-helper.ts";

export const handler = serveTestHelper(failPayoutOperation, "fail");

import { refundPayout } from "../../shared/contract/platform/test-helpers/refund-payout.ts";
import { serveTestHelper } from "./test-helper.ts";

export const handler = serveTestHelper(refundPayout, "refund");

import { completePayout } from "../../shared/contract/platform/complete-payout.ts";
import { serveTestHelper } from "./test-helper.ts";

export const handler = serveTestHelper(completePayout, "complete");

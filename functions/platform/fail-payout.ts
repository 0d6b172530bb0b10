import { failPayout } from "../../shared/contract/platform/fail-payout.ts";
import { serveTestHelper } from "./test-helper.ts";

export const handler = serveTestHelper(failPayout, "fail");

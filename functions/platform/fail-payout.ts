import { failPayout } from "../../shared/contract/platform/test-helpers/fail-payout.ts";
import { serveTestHelper } from "./test-helper.ts";

export const handler = serveTestHelper(failPayout, "fail");

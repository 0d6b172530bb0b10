import { operation } from "../../operation.ts";
import { testHelperOperation } from "./test-helper.ts";

export const failPayoutOperation = operation(
  testHelperOperation("fail", "A pending payout becomes `failed`."),
);

import { operation } from "../../operation.ts";
import { testHelperOperation } from "./test-helper.ts";

export const completePayoutOperation = operation(
  testHelperOperation("complete", "A pending payout becomes `completed`."),
);

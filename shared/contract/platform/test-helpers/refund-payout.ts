import { operation } from "../../operation.ts";
import { testHelperOperation } from "./test-helper.ts";

export const refundPayoutOperation = operation(
  testHelperOperation("refund", "A completed payout becomes `refunded`."),
);

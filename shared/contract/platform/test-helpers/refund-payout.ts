import { operation } from "../../operation.ts";
import { testHelper } from "./test-helper.ts";

export const refundPayout = operation(testHelper("refund", "A completed payout becomes `refunded`."));

import { operation } from "../../operation.ts";
import { testHelper } from "./test-helper.ts";

export const completePayout = operation(testHelper("complete", "A pending payout becomes `completed`."));

import { operation } from "../../operation.ts";
import { testHelper } from "./test-helper.ts";

export const failPayout = operation(testHelper("fail", "A pending payout becomes `failed`."));

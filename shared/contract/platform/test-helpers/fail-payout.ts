import * as z from "zod/mini";
import { FailureCode } from "../../../domain/payout/payout.ts";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { paymentExamples } from "../examples.ts";
import { testHelperOperation } from "./test-helper.ts";

export const failPayoutOperation = operation({
  ...testHelperOperation("fail", "A pending payout becomes `failed`.", paymentExamples.failed),
  body: z.strictObject({
    failure_code: z._default(note(z.clone(FailureCode), "The bank's reason."), "account_closed"),
  }),
  mayOmitBody: true,
  bodyExample: { failure_code: "account_frozen" },
});

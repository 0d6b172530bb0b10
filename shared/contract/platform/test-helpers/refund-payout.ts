import * as z from "zod/mini";
import { RefundReason } from "../../../domain/payout/payout.ts";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { paymentExamples } from "../examples.ts";
import { testHelperOperation } from "./test-helper.ts";

const record = testHelperOperation(
  "refund",
  "A completed payout becomes `refunded`.",
  paymentExamples.refunded,
);

/** A payout can be refunded after its driver was deleted. Savings that have not left come back with it. */
export const refundPayoutOperation = operation({
  ...record,
  body: z.strictObject({
    reason: z._default(
      note(
        z.clone(RefundReason),
        "`returned`: the bank sent the money back, and the year's 1099-NEC falls. `repaid`: the driver paid it back later, and the form stays.",
      ),
      "returned",
    ),
  }),
  mayOmitBody: true,
  bodyExample: { reason: "returned" },
  access: {
    ...record.access,
    deleted_driver: ["update"],
    saver: ["update"],
    contribution: ["get", "update"],
  },
});

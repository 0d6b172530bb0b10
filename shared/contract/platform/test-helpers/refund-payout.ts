import { operation } from "../../operation.ts";
import { testHelperOperation } from "./test-helper.ts";

const record = testHelperOperation("refund", "A completed payout becomes `refunded`.");

/** A payout can be refunded after its driver was deleted. Savings that have not left come back with it. */
export const refundPayoutOperation = operation({
  ...record,
  access: {
    ...record.access,
    deleted_driver: ["update"],
    saver: ["update"],
    contribution: ["get", "update"],
  },
});

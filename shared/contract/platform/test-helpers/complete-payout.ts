import { operation } from "../../operation.ts";
import { completedExample } from "../examples.ts";
import { testHelperOperation } from "./test-helper.ts";

const record = testHelperOperation("complete", "A pending payout becomes `completed`.", completedExample);

/** The payout may have a plan of savings. */
export const completePayoutOperation = operation({
  ...record,
  access: { ...record.access, saver: ["get", "update"], contribution: ["put"] },
});

import type { Operation } from "../../contract/operation.ts";
import type { addBankAccountOperation } from "../../contract/platform/drivers/add-bank-account.ts";
import type { updateDriverOperation } from "../../contract/platform/drivers/update-driver.ts";
import type { connectPlatformOperation } from "../../contract/platform/earnings/connect-platform.ts";
import { operationPath } from "../../contract/docs-paths.ts";

/** The compiler compares the names with the record, whose schemas would weigh 12 KB in a function. */
const pathOf = <O extends Operation>(op: Pick<O, "path" | "tag" | "name">): string => operationPath(op);

/** The pages of the operations that the dashboard leads to. */
export const docsLinks = {
  updateDriver: pathOf<typeof updateDriverOperation>({
    name: "update-driver",
    path: "/v1/drivers/{id}",
    tag: "Drivers",
  }),
  addBankAccount: pathOf<typeof addBankAccountOperation>({
    name: "add-bank-account",
    path: "/v1/drivers/{id}/bank-accounts",
    tag: "Drivers",
  }),
  connectPlatform: pathOf<typeof connectPlatformOperation>({
    name: "connect-platform",
    path: "/v1/earnings/{driver_id}/connect",
    tag: "Earnings",
  }),
} as const;

import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";
import { AccountShape, accountExample } from "./account-shapes.ts";

export const getAccountOperation = operation({
  name: "get-account",
  method: "GET",
  path: "/v1/account",
  tag: "Account",
  summary: "Get your account",
  description:
    "Returns your company's profile in the key's mode. It is the payer on your drivers' tax forms. The EIN is masked.",
  replies: found("The account.", AccountShape, accountExample),
  scope: "tax:read",
  access: { account_profile: ["get"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});

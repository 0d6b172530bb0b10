import * as z from "zod/mini";
import { Livemode } from "../../../domain/item/owner.ts";
import { component, note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { found } from "../../replies.ts";

const Balance = component("Balance", {
  object: z.literal("balance"),
  available: note(
    z.int(),
    "In cents: what you can pay out. A sandbox that does not enforce its balance can fall below zero.",
  ),
  pending: note(z.int(), "In cents: payouts that are neither completed nor returned."),
  currency: z.string(),
  livemode: Livemode,
});

export const getBalanceOperation = operation({
  name: "get-balance",
  method: "GET",
  path: "/v1/balance",
  tag: "Balance",
  summary: "Get your balance",
  description:
    "The money of your account in the key's mode, from the sums of all balance transactions. A sandbox starts with $1,000,000. A payout above `available` is refused in live mode, and in a sandbox that enforces its balance: `PATCH /v1/account`.",
  replies: found("The balance.", Balance, {
    object: "balance",
    available: 99_975_000,
    pending: 12_500,
    currency: "usd",
    livemode: false,
  }),
  scope: "payments:read",
  access: { count: ["query"] },
  budget: { calls: 2, writeUnits: 1, readUnits: 1 },
});

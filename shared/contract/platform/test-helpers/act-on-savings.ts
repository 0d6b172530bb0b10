import * as z from "zod/mini";
import { note } from "../../../domain/text/text.ts";
import { operation } from "../../operation.ts";
import { replyNamed } from "../../replies.ts";
import { SavingsParams, SavingsShape, savingsExample } from "../savings/savings-shapes.ts";

export const actOnSavingsOperation = operation({
  name: "act-on-savings",
  method: "POST",
  path: "/v1/test_helpers/savings/{driver_id}/act",
  tag: "Test helpers",
  summary: "Act as a test driver who saves",
  description:
    "Does what an invited driver does on their page: agrees, changes or stops. `agree` and `change` need a `rule` and a `yearly_cap`. `save_elsewhere` plays a payout of another company: it needs an `amount`, takes it from what the driver may still save this year, and makes no receipt and no event. It works with test keys only, and makes the same receipt and event as the page.",
  params: SavingsParams,
  body: z.strictObject({
    act: note(z.enum(["agree", "change", "end", "save_elsewhere"]), "What the driver does."),
    rule: z.optional(
      note(
        z.enum(["percent", "cents"]),
        "What each payout saves: a percentage, or the cents above the last dollar.",
      ),
    ),
    percent: z.optional(note(z.int().check(z.gte(1), z.lte(50)), "With the rule `percent`: 1 to 50.")),
    yearly_cap: z.optional(
      note(
        z.int().check(z.gte(100), z.lte(10_000_000)),
        "In cents: the most in a tax year, at most the law's limit.",
      ),
    ),
    age_50_or_older: z.optional(
      note(z.boolean(), "Whether the driver says that they are 50 or older by the end of the year."),
    ),
    amount: z.optional(
      note(z.int().check(z.gte(1), z.lte(10_000_000)), "With `save_elsewhere`, in cents: what it saves."),
    ),
  }),
  bodyExample: { act: "agree", rule: "percent", percent: 5, yearly_cap: 500_000 },
  replies: replyNamed("done", 200)("The agreement after the act.", SavingsShape, savingsExample),
  errors: ["route_not_found", "status_conflict"],
  scope: "drivers:write",
  access: {
    driver: ["query", "update"],
    savings: ["get", "update"],
    saver: ["collect", "get", "update"],
    account: ["get"],
    account_profile: ["get"],
    partner: ["get"],
    receipt: ["put"],
    receipt_key: ["put"],
    event: ["put"],
  },
  secrets: ["mailbox", "receipt"],
  budget: { calls: 7, writeUnits: 13, readUnits: 5 },
});

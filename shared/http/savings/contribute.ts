import type { Owner } from "../../domain/item/owner.ts";
import type { Contribution } from "../../domain/savings/contribution.ts";
import { sendContribution, settleContribution } from "../../store/savings/contributions.ts";
import type { Write } from "../../store/table/table.ts";
import { findAdapter } from "../guard/adapters.ts";

/** Asks the rail, again for a sent one. `passed`: another call moved it, or it is reversed. */
export async function contribute(
  owner: Owner,
  contribution: Contribution,
  now: Date,
  memory?: Write,
): Promise<"settled" | "passed" | "waiting"> {
  const rail = findAdapter(owner.mode, "contributions");
  if (!rail) return "waiting";
  const isPending = contribution.status === "pending";
  const sent = isPending ? await sendContribution(owner, contribution, now) : contribution;
  if (sent?.status !== "sent") return "passed";
  if (!(await rail.send(sent, now))) return "waiting";
  return (await settleContribution(owner, sent, now, memory)) ? "settled" : "passed";
}

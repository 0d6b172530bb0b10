import type { Owner } from "../../domain/item/owner.ts";
import type { Contribution } from "../../domain/savings/contribution.ts";
import { sendContribution, settleContribution } from "../../store/savings/contributions.ts";
import type { Write } from "../../store/table/table.ts";
import { findAdapter } from "../guard/adapters.ts";

/** Asks the rail, again for a sent one. Returns whether it is settled, or can never be. */
export async function contribute(
  owner: Owner,
  contribution: Contribution,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const rail = findAdapter(owner.mode, "contributions");
  if (!rail) return false;
  const isPending = contribution.status === "pending";
  const sent = isPending ? await sendContribution(owner, contribution, now) : contribution;
  if (sent?.status !== "sent") return true;
  return (await rail.send(sent, now)) && (await settleContribution(owner, sent, now, memory));
}

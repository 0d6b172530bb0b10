import type { showTimelineCommand } from "../contract/operators/object-commands.ts";
import type { Owner } from "../domain/owner.ts";
import { gather, timelineKindOf } from "../domain/timeline/gather.ts";
import { timelineOf } from "../domain/timeline/timeline.ts";
import { anySignup, findOwnerOf, isKeyed, timelineSource } from "../store/timeline/timeline-source.ts";
import { ownersNamed } from "./account-named.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const showTimelineRun: Run<typeof showTimelineCommand> = async ({ id, account }, { now }) => {
  for (const owner of account === undefined ? await ownersOf(id) : await ownersNamed(account, now)) {
    const gathered = await gather(id, timelineSource(owner, anySignup(now), now));
    if (!gathered) continue;
    const { subject, status, steps } = timelineOf(gathered);
    const isOwned = owner !== NO_ACCOUNT;
    const parts = [subject, status, isOwned && `${owner.account_id} (${owner.mode})`];
    return {
      ok: true,
      message: `${parts.filter(Boolean).join(", ")}: ${numbered(steps.length, "step")}`,
      data: steps.map(({ at, kind, what, state, id: about }) => ({
        at: at ?? "later",
        kind: state === "next" ? `next ${kind}` : kind,
        what,
        id: about,
      })),
      objects: [subject, ...(isOwned ? [owner.account_id] : [])],
    };
  }
  throw new CommandProblem(`Nothing is stored with the ID ${id}`);
};

/** A signup belongs to no account. */
const NO_ACCOUNT: Owner = { account_id: "none", mode: "live" };

async function ownersOf(id: string): Promise<Owner[]> {
  const kind = timelineKindOf(id);
  if (kind === "signup") return [NO_ACCOUNT];
  if (kind === undefined) return [];
  if (!isKeyed(kind)) throw new CommandProblem("Give the account of a delivery or a request: `account`");
  const owner = await findOwnerOf(kind, id);
  return owner ? [owner] : [];
}

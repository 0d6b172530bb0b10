import { Mode, type Owner } from "../domain/item/owner.ts";
import type { TaxPage } from "../domain/tax/tax-walk.ts";
import { listAccountsAfter } from "../store/account/account-directory.ts";
import { moveWalk } from "../store/tax/tax-walks.ts";
import { WALK_PAGE, type PageResult, type WalkJob } from "./job.ts";
import { jobs } from "./jobs.ts";

/**
 * A result page of accounts, or of what one owner has. The transaction of a page writes the next one to the
 * outbox, so a failed page is retried, and none is skipped.
 */
export async function walkPage(page: TaxPage, now: Date): Promise<string> {
  const { kind, walk, of, after, day } = page;
  const job: WalkJob = jobs[walk.event];
  const { owners = [], ...result }: PageResult & { owners?: Owner[] } =
    "shard" in of
      ? await accountsPage(job, walk, of.shard, after, now)
      : await job.page({ walk, owner: of, after, day }, now);
  const { reached } = result;
  if (reached === undefined) return `${walk.event}: ${result.done}`;
  const following = owners.map((owner): TaxPage => ({ kind, walk, of: owner }));
  if (result.isFull)
    following.push({ kind, walk, of, after: reached, ...(result.day && { day: result.day }) });
  const isNew = await moveWalk(page, reached, result.writes ?? [], following, now);
  return `${walk.event}: ${result.done}${isNew ? "" : ", duplicate"}`;
}

/** Both modes of each account that the job concerns get pages. */
async function accountsPage(
  job: WalkJob,
  walk: TaxPage["walk"],
  shard: string,
  after: string | undefined,
  now: Date,
) {
  const accounts = await listAccountsAfter(shard, after, WALK_PAGE);
  const reached = accounts.at(-1);
  if (reached === undefined) return { done: "empty" };
  const owners = accounts.flatMap((account_id) => Mode.options.map((mode): Owner => ({ account_id, mode })));
  const concerned = await Promise.all(owners.map((owner) => job.concerns?.(owner, now) ?? true));
  return {
    done: `${accounts.length} accounts`,
    reached,
    isFull: accounts.length === WALK_PAGE,
    owners: owners.filter((_, i) => concerned[i]),
    writes: (await job.ofAccounts?.(accounts, walk, now)) ?? [],
  };
}

import { contributionSettled } from "../../domain/event/contribution-events.ts";
import { newEntry, ownerSums } from "../../domain/ledger/entry.ts";
import { lastIdBefore } from "../../domain/item/ids.ts";
import { type Owner, ownerKey } from "../../domain/item/owner.ts";
import {
  Contribution,
  type ContributionStatus,
  contributionTransitions,
  mayContribute,
  SENT_AFTER_MS,
  publicContribution,
} from "../../domain/savings/contribution.ts";
import { emitWrite } from "../event/events.ts";
import { keys, partitionOf } from "../keys/keys.ts";
import { balanceWrite, entryWrite } from "../ledger/entries.ts";
import { CONTRIBUTIONS, findPayout } from "../payout/payouts.ts";
import { countsIn } from "../table/counts.ts";
import { countInDays } from "../table/day-counts.ts";
import { addToDay } from "../table/day-writes.ts";
import { oneOf } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { countOf, oldestAfter, type PageQuery, pageOf, type Range, type ResultPage } from "../table/pages.ts";
import { findAs, findItem } from "../table/reads.ts";
import { transact, ttlAt, type Write, write } from "../table/table.ts";
import { change } from "../table/writes.ts";

export type ContributionFilter = {
  driver_id?: string | undefined;
  status?: ContributionStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const findContribution = (owner: Owner, id: string): Promise<Contribution | undefined> =>
  findAs(keys.contribution(owner, id), Contribution);

export async function findContributionOf(owner: Owner, payoutId: string): Promise<Contribution | undefined> {
  const { contribution_id } = (await findPayout(owner, payoutId)) ?? {};
  return contribution_id === undefined ? undefined : findContribution(owner, contribution_id);
}

/** The driver or the status of few contributions is looked for among so many of them. */
const SEARCH = { among: 200, most: 10_000 };

export async function listContributions(
  owner: Owner,
  filter: ContributionFilter,
  query: PageQuery,
): Promise<ResultPage<Contribution>> {
  const range = rangeOf(owner, filter);
  const page = await pageOf(range, query, range.where && SEARCH);
  return { ...page, data: page.data.map((item) => Contribution.parse(item)) };
}

/** Exact, from running counts. With a driver or a status: among the newest 10,000. */
export async function countContributions(owner: Owner, filter: ContributionFilter): Promise<number> {
  const { driver_id, status, from, to } = filter;
  if (driver_id !== undefined || status !== undefined) return countOf(rangeOf(owner, filter), SEARCH.most);
  if (from === undefined && to === undefined)
    return (await countsIn(owner, "payments")).reduce((sum, shard) => sum + (shard[CONTRIBUTIONS] ?? 0), 0);
  return countInDays(
    owner,
    "payments",
    { from, to },
    {
      prefix: "con_",
      names: [CONTRIBUTIONS],
      oneByOne: (range) => countOf(rangeOf(owner, range)),
    },
  );
}

function rangeOf(owner: Owner, { driver_id, status, from, to }: ContributionFilter): Range {
  const where = { ...(driver_id !== undefined && { driver_id }), ...(status !== undefined && { status }) };
  return {
    partition: partitionOf("contribution", owner),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(Object.keys(where).length > 0 && { where }),
  };
}

/** A condition failure returns the item. */
export const contributionWrite = (
  owner: Owner,
  { id }: Contribution,
  transition: keyof typeof contributionTransitions,
  set: Partial<Contribution>,
): Write =>
  change(keys.contribution(owner, id), {
    set: { ...set, status: contributionTransitions[transition].to },
    when: { status: oneOf(contributionTransitions[transition].from) },
    found: true,
  });

/** Undefined: it has left or is reversed. One condition decides between this and a refund. */
export async function sendContribution(
  owner: Owner,
  contribution: Contribution,
  now: Date,
): Promise<Contribution | undefined> {
  if (!mayContribute("send", contribution)) return undefined;
  const { id, payout_id, amount } = contribution;
  const entry = await newEntry({
    type: "contribution_sent",
    postings: [{ from: "savings_pending", to: "savings_sent", amount }],
    source: id,
    sequence: 1,
    created_at: now.toISOString(),
  });
  const fields = { sent_at: now.toISOString(), entry: entry.id };
  const conflict = await transact([
    contributionWrite(owner, contribution, "send", fields),
    entryWrite(owner, entry),
    // The sums are those of the payout's shard, so that each account of a shard is its payouts' own.
    balanceWrite(owner, payout_id, entry, {}, {}),
    addToDay(owner, "payments", payout_id, ownerSums(entry), entry.created_at.slice(0, 10)),
  ]);
  return conflict ? undefined : { ...contribution, ...fields, status: "sent" };
}

/** Returns whether this call did. */
export async function settleContribution(
  owner: Owner,
  contribution: Contribution,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  if (!mayContribute("settle", contribution)) return false;
  const settled = { ...contribution, status: "settled" as const, settled_at: now.toISOString() };
  const conflict = await transactOnce(
    [
      contributionWrite(owner, contribution, "settle", { settled_at: settled.settled_at }),
      emitWrite(owner, contributionSettled, publicContribution(settled)),
    ],
    memory,
  );
  return conflict === undefined;
}

/** Without contributions for so long, the next walk reads an owner's old ones once more. */
const MARK_KEPT_FOR_SECONDS = 400 * 24 * 60 * 60;

const markOf = (owner: Owner) => keys.walk(`contributions#${ownerKey(owner)}`);

/** The oldest first. Without an id: after those that the walk has finished with, `mark`. */
export async function listDueContributions(
  owner: Owner,
  after: string | undefined,
  limit: number,
  now: Date,
): Promise<{ due: Contribution[]; mark: string | undefined }> {
  const mark = (await findItem(markOf(owner)))?.reached as string | undefined;
  const to = lastIdBefore("con_", new Date(now.getTime() - SENT_AFTER_MS + 1).toISOString());
  const range = { partition: partitionOf("contribution", owner), to };
  const items = await oldestAfter(range, after ?? mark, limit);
  return { due: items.map((item) => Contribution.parse(item)), mark };
}

export async function putMark(owner: Owner, reached: string, now: Date): Promise<void> {
  await write(change(markOf(owner), { set: { reached, ttl: ttlAt(now, MARK_KEPT_FOR_SECONDS) } }));
}

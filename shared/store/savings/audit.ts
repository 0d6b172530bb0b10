import type { Difference } from "../../domain/ledger/audit.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { Payout } from "../../domain/payout/payout.ts";
import { faultsOfContribution, faultsOfSaver } from "../../domain/savings/audit.ts";
import { Contribution } from "../../domain/savings/contribution.ts";
import { keys } from "../keys/keys.ts";
import { itemsAt } from "../table/reads.ts";
import { snapshotOf } from "../table/snapshot.ts";
import type { Item } from "../table/table.ts";
import { findSaver } from "./savers.ts";

export async function contributionsOf(owner: Owner, payouts: readonly Payout[]): Promise<Contribution[]> {
  const ids = payouts.flatMap(({ contribution_id }) => contribution_id ?? []);
  return (await itemsAt(ids.map((id) => keys.contribution(owner, id)))).map((item) =>
    Contribution.parse(item),
  );
}

/** Both may change between two reads, so a difference is read again at one instant. */
export async function faultsOfContributions(owner: Owner, items: readonly Item[]): Promise<Difference[]> {
  const contributions = items.map((item) => Contribution.parse(item));
  const payouts = await itemsAt(contributions.map(({ payout_id }) => keys.payment(owner, payout_id)));
  const byId = new Map(payouts.map((item) => [item.sk, Payout.parse(item)]));
  const differences: Difference[] = [];
  for (const contribution of contributions) {
    const { id, payout_id } = contribution;
    if (faultsOfContribution(contribution, byId.get(payout_id)).length === 0) continue;
    const [stored, payout] = await snapshotOf([keys.contribution(owner, id), keys.payment(owner, payout_id)]);
    const of = payout && Payout.parse(payout);
    differences.push(...faultsOfContribution(stored ? Contribution.parse(stored) : contribution, of));
  }
  return differences;
}

/** What savers' items have of the agreements of a driver, compared with the driver's contributions. */
export async function faultsOfSavers(owner: Owner, payouts: readonly Payout[]): Promise<Difference[]> {
  const contributions = await contributionsOf(owner, payouts);
  const persons = Map.groupBy(contributions, ({ person }) => person);
  const differences: Difference[] = [];
  for (const [person, savings] of persons) {
    const saver = await findSaver(owner, person);
    differences.push(...faultsOfSaver(saver ?? {}, savings));
  }
  return differences;
}

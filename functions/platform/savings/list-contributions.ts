import { Problem } from "../../../shared/contract/errors.ts";
import { listContributionsOperation } from "../../../shared/contract/platform/savings/list-contributions.ts";
import { publicContribution } from "../../../shared/domain/savings/contribution.ts";
import type { Input } from "../../../shared/http/serve/request.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import {
  countContributions,
  findContributionOf,
  listContributions,
} from "../../../shared/store/savings/contributions.ts";

type Query = Input<typeof listContributionsOperation>["query"];

export const handler = serveList(listContributionsOperation, {
  require: async ({ query }) => requireOneFilter(query),
  list: async ({ query }, { owner }) => {
    if (query.payout !== undefined) {
      const contribution = await findContributionOf(owner, query.payout);
      return { data: contribution ? [contribution] : [], has_more: false, total_count: contribution ? 1 : 0 };
    }
    const filter = filterOf(query);
    const [page, total_count] = await Promise.all([
      listContributions(owner, filter, query),
      countContributions(owner, filter),
    ]);
    return { ...page, total_count };
  },
  show: publicContribution,
});

const filterOf = ({ driver_id, status, ...instants }: Query) => ({
  driver_id,
  status,
  ...idsBetween("con_", instants),
});

/** A payout has one contribution at most, so another filter or a cursor beside it is a mistake. */
function requireOneFilter({ payout, limit: _, ...others }: Query): void {
  if (payout === undefined || Object.values(others).every((value) => value === undefined)) return;
  throw new Problem("parameter_invalid", "Send `payout` alone, or leave it out.", "payout");
}

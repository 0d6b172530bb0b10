import { listPayoutsOperation } from "../../../shared/contract/platform/payments/list-payouts.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import type { Input } from "../../../shared/http/serve/request.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import { countPayouts, listPayouts } from "../../../shared/store/payout/payout-lists.ts";
import { findPayout } from "../../../shared/store/payout/payouts.ts";

export const handler = serveList(listPayoutsOperation, {
  entry: "one of your payouts",
  find: (id, _, { owner }) => findPayout(owner, id),
  list: ({ query }, { owner }) => listPayouts(owner, filterOf(query), query),
  count: ({ query }, { owner }) => countPayouts(owner, filterOf(query)),
  show: publicPayout,
});

const filterOf = ({ driver_id, status, ...instants }: Input<typeof listPayoutsOperation>["query"]) => ({
  driver_id,
  status,
  ...idsBetween("pay_", instants),
});

import { listPayoutsOperation } from "../../../shared/contract/platform/payments/list-payouts.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import type { Input } from "../../../shared/http/serve/request.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import { countPayouts, listPayouts } from "../../../shared/store/payout/payout-lists.ts";

export const handler = serveList(listPayoutsOperation, {
  list: ({ query }, { owner }) => listPayouts(owner, filterOf(query), query),
  count: ({ query }, { owner }) => countPayouts(owner, filterOf(query)),
  show: publicPayout,
});

const filterOf = ({ driver_id, status, ...instants }: Input<typeof listPayoutsOperation>["query"]) => ({
  driver_id,
  status,
  ...idsBetween("pay_", instants),
});

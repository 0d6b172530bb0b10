import { listSettlementsOperation } from "../../../shared/contract/platform/balance/list-settlements.ts";
import { publicSettlement } from "../../../shared/domain/ledger/public-settlement.ts";
import { serveList } from "../../../shared/http/serve/serve-list.ts";
import { countSettlements, listSettlements } from "../../../shared/store/ledger/settlements.ts";

export const handler = serveList(listSettlementsOperation, {
  list: ({ query }, { owner }) => listSettlements(owner, query),
  count: (_, { owner }) => countSettlements(owner),
  show: publicSettlement,
});

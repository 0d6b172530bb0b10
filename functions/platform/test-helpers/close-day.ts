import { statusConflict } from "../../../shared/contract/errors.ts";
import { closeDayOperation } from "../../../shared/contract/platform/test-helpers/close-day.ts";
import { horizonOf } from "../../../shared/domain/item/horizon.ts";
import { lastIdBefore } from "../../../shared/domain/item/ids.ts";
import { publicSettlement } from "../../../shared/domain/ledger/public-settlement.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { isPlace, putSettlement, settlementAfter } from "../../../shared/store/ledger/frozen-days.ts";
import { findSettlementUntil } from "../../../shared/store/ledger/settlements.ts";
import { timeScale } from "../../../shared/store/table/time-scale.ts";

/** Up to the horizon, behind which no transaction can still get an earlier place. */
export const handler = servePlatform(closeDayOperation, {
  load: (_, { owner }) => {
    requireTestMode(owner);
    return findSettlementUntil(owner);
  },
  answer: async (_, { owner, now, loaded: previous, reply, remember }) => {
    const until = lastIdBefore("txn_", horizonOf(now, timeScale()).toISOString());
    const settlement = await settlementAfter(owner, previous, now, undefined, { until });
    if (!settlement)
      throw statusConflict(
        "No money moved since the last settlement and until 30 seconds ago. A day has one.",
      );
    if (isPlace(settlement))
      throw statusConflict("The day has too many transactions. It is settled at night.");
    const closed = reply("closed", publicSettlement(settlement));
    if (await putSettlement(owner, settlement, remember(closed))) return closed;
    throw statusConflict("The day was settled meanwhile. Read its settlement.");
  },
});

import { Problem } from "../../../shared/contract/errors.ts";
import { createPayoutOperation } from "../../../shared/contract/platform/payments/create-payout.ts";
import { isOfDocs } from "../../../shared/domain/account/api-key.ts";
import { grouped } from "../../../shared/domain/money/cents.ts";
import { settleAtOnce } from "../../../shared/domain/payout/payout-rail.ts";
import type { Payout } from "../../../shared/domain/payout/payout.ts";
import { createPayout, maxAmountOf } from "../../../shared/domain/payout/payout-request.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { limitDocsPayouts } from "../../../shared/http/guard/fair-share.ts";
import { accountToPay } from "../../../shared/http/guard/require-bank-account.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { withSavings } from "../../../shared/http/savings/with-savings.ts";
import { type PlatformSteps, servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import type { DriverWithTotals } from "../../../shared/store/driver/drivers.ts";
import { putPayout } from "../../../shared/store/payout/payouts.ts";

/** A request runs these, and so does each payout of a batch. */
export const payoutSteps: PlatformSteps<typeof createPayoutOperation, DriverWithTotals> = {
  load: ({ body }, { owner }) => requireDriver(owner, body.driver_id, "driver_id"),
  answer: async ({ body }, { owner, key, now, source, loaded: driver, reply, ...once }) => {
    const rail = adapterOf(owner.mode, "rail");
    const most = maxAmountOf(owner.mode, key.tier);
    if (body.amount > most)
      throw new Problem("parameter_invalid", `\`amount\` must be at most ${grouped(most)} cents.`, "amount");
    if (body.tip_amount > body.amount)
      throw new Problem("parameter_invalid", "`tip_amount` must be at most `amount`.", "tip_amount");

    const account = accountToPay(driver, body.bank_account_id, owner.mode);
    const payout = settleAtOnce(rail, createPayout(body, account, now, driver.savings), now);
    const created = (payout: Payout) => reply("created", publicPayout(payout));
    if (isOfDocs(key)) await once.countOnce(() => limitDocsPayouts(source, now));
    return withSavings(owner, payout, now, async ({ payout, writes }) => {
      const answer = created(payout);
      const memory = [once.resultInBatch?.(answer), once.remember(answer)];
      const outcome = await putPayout(owner, payout, memory, writes);
      if (outcome === "stored") return answer;
      if (outcome === "savings_changed") return outcome;
      if (typeof outcome === "object") return created(outcome);
      // The idempotency key stays free.
      if (outcome === "driver_missing") throw unknownDriver("driver_id");
      throw new Problem(
        "balance_insufficient",
        "The available balance does not cover `amount`. Add funds, or send a smaller amount. GET /v1/balance has the balance.",
        "amount",
      );
    });
  },
};

export const handler = servePlatform(createPayoutOperation, payoutSteps);

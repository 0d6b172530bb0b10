import { Problem } from "../../../shared/contract/errors.ts";
import { createPayoutOperation } from "../../../shared/contract/platform/payments/create-payout.ts";
import { isOfDocs } from "../../../shared/domain/account/api-key.ts";
import { grouped } from "../../../shared/domain/money/cents.ts";
import { settleAtOnce } from "../../../shared/domain/payout/payout-rail.ts";
import type { Payout } from "../../../shared/domain/payout/payout.ts";
import {
  createPayout,
  maxAmountOf,
  type PayoutRequest,
} from "../../../shared/domain/payout/payout-request.ts";
import type { DryRunResult } from "../../../shared/domain/payout/proposal.ts";
import { publicPayout } from "../../../shared/domain/payout/public-payout.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { limitDocsPayouts } from "../../../shared/http/guard/fair-share.ts";
import { readRepeatable } from "../../../shared/http/guard/idempotency.ts";
import {
  aboveLimitOfDay,
  dayOfKeyWrite,
  leftOfDay,
  refuseAboveKeyLimits,
} from "../../../shared/http/guard/key-limits.ts";
import { accountToPay } from "../../../shared/http/guard/require-bank-account.ts";
import { requireDriver, unknownDriver } from "../../../shared/http/guard/require-driver.ts";
import { withSavings } from "../../../shared/http/savings/with-savings.ts";
import { readArguments, requireObject } from "../../../shared/http/serve/request.ts";
import type { Result } from "../../../shared/http/serve/responses.ts";
import {
  type Caller,
  isReplayed,
  type Once,
  onceOf,
  type PlatformSteps,
  repeating,
  runKeyed,
  servePlatform,
} from "../../../shared/http/serve/serve-platform.ts";
import type { DriverWithTotals } from "../../../shared/store/driver/drivers.ts";
import { findSpendable } from "../../../shared/store/ledger/funds.ts";
import { putPayout } from "../../../shared/store/payout/payouts.ts";
import { withoutStoring } from "../../../shared/store/table/dry-run.ts";

const insufficient = () =>
  new Problem(
    "balance_insufficient",
    "The available balance does not cover `amount`. Add funds, or send a smaller amount. GET /v1/balance has the balance.",
    "amount",
  );

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

    refuseAboveKeyLimits(key, body.amount);
    const account = accountToPay(driver, body.bank_account_id, owner.mode, now);
    const payout = settleAtOnce(rail, createPayout(body, account, now, driver.savings), now);
    const created = (payout: Payout) => reply("created", publicPayout(payout));
    if (isOfDocs(key)) await once.countOnce(() => limitDocsPayouts(source, now));
    return withSavings(owner, payout, now, async ({ payout, writes }) => {
      const answer = created(payout);
      const memory = [once.resultInBatch?.(answer), once.remember(answer)];
      const keyDay = dayOfKeyWrite(key, owner, body.amount, new Date(payout.created_at));
      const outcome = await putPayout(owner, payout, memory, writes, keyDay);
      if (outcome === "stored") return answer;
      if (outcome === "savings_changed") return outcome;
      if (typeof outcome === "object") return created(outcome);
      // The idempotency key stays free.
      if (outcome === "driver_missing") throw unknownDriver("driver_id");
      throw outcome === "key_limit_exceeded" ? aboveLimitOfDay(key) : insufficient();
    });
  },
};

export const handler = servePlatform(createPayoutOperation, payoutSteps);

/** A payout of a batch, as its own request would make it. */
export async function makeInBatch(caller: Caller, payout: unknown, more: Partial<Once>): Promise<Result> {
  const input = readArguments(createPayoutOperation, requireObject(payout));
  const repeatable = await readRepeatable(createPayoutOperation, caller.owner, { headers: {} }, input);
  const once = onceOf(createPayoutOperation, repeatable, caller.now);
  return repeating(repeatable, caller.now, async () => {
    // A corrected batch repeats most keys. This read costs less than the transaction that they refuse.
    await once.countOnce(async () => {});
    return runKeyed(createPayoutOperation, payoutSteps, input, caller, { ...once, ...more });
  });
}

/** Reads at once. */
const LANES = 16;

/** What a batch of these payouts would do now, in their order: the dry run of each, and the money for all. */
export async function dryRunsOf(payouts: readonly PayoutRequest[], caller: Caller): Promise<DryRunResult[]> {
  const results: DryRunResult[] = [];
  const open = [...payouts.entries()];
  const lane = async () => {
    for (let next = open.shift(); next; next = open.shift())
      results[next[0]] = await dryRunOf(next[1], caller);
  };
  const { owner, key, now } = caller;
  const [spendable, ofDay] = await Promise.all([
    findSpendable(owner),
    leftOfDay(key, owner, now),
    ...Array.from({ length: LANES }, lane),
  ]);
  let left = spendable ?? Number.POSITIVE_INFINITY;
  let leftToday = ofDay;
  return results.map((result, i) => {
    const { amount } = payouts[i] as PayoutRequest;
    if (result.problem || result.replayed) return result;
    if (amount > leftToday) return { problem: problemIn(aboveLimitOfDay(key)) };
    if (amount > left) return { problem: problemIn(insufficient()) };
    left -= amount;
    leftToday -= amount;
    return result;
  });
}

async function dryRunOf(payout: PayoutRequest, caller: Caller): Promise<DryRunResult> {
  try {
    const make = () => makeInBatch(caller, payout, { countOnce: async () => {} });
    const { result } = await withoutStoring(make, { asks: false });
    const { fee, net_amount, savings_amount } = JSON.parse(result.body ?? "");
    return { fee, net_amount, savings_amount, ...(isReplayed(result) && { replayed: true as const }) };
  } catch (error) {
    if (error instanceof Problem) return { problem: problemIn(error) };
    throw error;
  }
}

const problemIn = ({ code, message, param }: Problem) => ({ code, message, param });

import { getBalanceOperation } from "../../../shared/contract/platform/balance/get-balance.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findBalance } from "../../../shared/store/ledger/funds.ts";

export const handler = servePlatform(getBalanceOperation, {
  load: (_, { owner }) => findBalance(owner),
  answer: (_, { loaded: { available, pending }, reply }) =>
    reply("found", { object: "balance", available, pending, currency: "usd" }),
});

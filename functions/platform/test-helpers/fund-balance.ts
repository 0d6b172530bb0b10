import { Problem } from "../../../shared/contract/errors.ts";
import { fundBalanceOperation } from "../../../shared/contract/platform/test-helpers/fund-balance.ts";
import { newFunding, newReference } from "../../../shared/domain/ledger/funding.ts";
import { publicEntry } from "../../../shared/domain/ledger/public-entry.ts";
import { requireTestMode } from "../../../shared/http/guard/require-test-mode.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putFunding } from "../../../shared/store/ledger/entries.ts";

export const handler = servePlatform(fundBalanceOperation, {
  load: async (_, { owner }) => requireTestMode(owner),
  answer: async ({ body: { amount, reference } }, { owner, now, reply, remember }) => {
    const entry = await newFunding(amount, reference ?? newReference(now), now);
    const funded = reply("funded", publicEntry(entry));
    const booked = await putFunding(owner, entry, remember(funded));
    if (booked.id === entry.id) return funded;
    // The reference of an earlier transfer, as a bank would not repeat it.
    const earlier = publicEntry(booked);
    if (earlier.amount === amount) return reply("funded", earlier);
    throw new Problem(
      "status_conflict",
      "A funding of another amount has this `reference`. Give each transfer its own, or none.",
    );
  },
});

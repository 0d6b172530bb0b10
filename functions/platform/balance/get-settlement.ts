import { Problem } from "../../../shared/contract/errors.ts";
import { getSettlementOperation } from "../../../shared/contract/platform/balance/get-settlement.ts";
import { publicSettlement } from "../../../shared/domain/ledger/public-settlement.ts";
import { freezesAt, type Settlement } from "../../../shared/domain/ledger/settlement.ts";
import type { Owner } from "../../../shared/domain/item/owner.ts";
import { prefers } from "../../../shared/http/serve/accept.ts";
import { csvPart } from "../../../shared/http/serve/csv.ts";
import { baseUrl } from "../../../shared/http/serve/responses.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import {
  findSettlementUntil,
  hasEntriesOn,
  settlementCsv,
} from "../../../shared/store/ledger/settlements.ts";
import { timeScale } from "../../../shared/store/table/time-scale.ts";

export const handler = servePlatform(getSettlementOperation, {
  load: ({ params }, { owner }) => findSettlementUntil(owner, params.date),
  answer: async ({ params: { date }, query }, { owner, accept, now, loaded: last, reply }) => {
    if (last?.date !== date)
      throw new Problem("resource_missing", await whyMissing(owner, date, last, now), "date");
    const { starting_after } = query;
    if (!prefers(accept, "text/csv")) {
      if (starting_after === undefined) return reply("found", publicSettlement(last));
      throw new Problem("parameter_invalid", "Send it with `Accept: text/csv` only.", "starting_after");
    }
    const { text, next } = await settlementCsv(owner, last, starting_after);
    const rest = next && `${baseUrl()}/v1/settlements/${date}?starting_after=${next}`;
    return csvPart(`settlement-${date}.csv`, text, rest, starting_after === undefined);
  },
});

async function whyMissing(owner: Owner, date: string, before: Settlement | undefined, now: Date) {
  const ready = freezesAt(date, timeScale());
  if (ready > now)
    return `The settlement of ${date} is made soon after ${ready.toISOString()}. Read it then.`;
  if (await hasEntriesOn(owner, date))
    return `The settlement of ${date} is being made. Try again in some minutes.`;
  return before
    ? `No money moved on ${date}, so it has no settlement. Read that of ${before.date}, whose closing still held.`
    : `No money had moved by ${date}, so it has no settlement. Check the date and the key's mode.`;
}

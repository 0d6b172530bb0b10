import { Problem } from "../../../shared/contract/errors.ts";
import { listPayoutsOperation } from "../../../shared/contract/platform/payments/list-payouts.ts";
import { firstIdAfter, idBefore, lastIdBefore } from "../../../shared/domain/ids.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { publicPayout } from "../../../shared/domain/payout/payout.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { countPayouts, findPayout, listPayouts } from "../../../shared/store/payout/payouts.ts";

export const handler = servePlatform(listPayoutsOperation, {
  load: ({ query }, { owner }) => requireStart(owner, query.starting_after),
  answer: async ({ query }, { owner, reply }) => {
    const { driver_id, status, created_after, created_before, starting_after, limit } = query;
    const from = created_after && firstIdAfter("pay_", created_after);
    const to = created_before && lastIdBefore("pay_", created_before);
    const filter = { driver_id, status, from, to };
    const [page, total_count] = await Promise.all([
      listPayouts(owner, filter, starting_after && idBefore(starting_after), limit),
      countPayouts(owner, filter),
    ]);
    const data = page.data.map(publicPayout);
    return reply("found", { object: "list", data, has_more: page.has_more, total_count });
  },
});

async function requireStart(owner: Owner, id: string | undefined): Promise<void> {
  if (id === undefined || (await findPayout(owner, id))) return;
  throw new Problem(
    "parameter_invalid",
    "`starting_after` must be the id of a payout of yours.",
    "starting_after",
  );
}

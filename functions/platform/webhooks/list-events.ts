import { Problem } from "../../../shared/contract/errors.ts";
import { listEventsOperation } from "../../../shared/contract/platform/webhooks/list-events.ts";
import { firstIdAfter, idBefore, lastIdBefore } from "../../../shared/domain/ids.ts";
import type { Owner } from "../../../shared/domain/owner.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { countEvents, findEvent, listEvents } from "../../../shared/store/event/events.ts";

export const handler = servePlatform(listEventsOperation, {
  load: ({ query }, { owner, now }) => requireStart(owner, query.starting_after, now),
  answer: async ({ query }, { owner, now, reply }) => {
    const { type, created_after, created_before, starting_after, limit } = query;
    const from = created_after && firstIdAfter("evt_", created_after);
    const to = created_before && lastIdBefore("evt_", created_before);
    const filter = { type, from, to };
    const upTo = starting_after && idBefore(starting_after);
    const [page, total_count] = await Promise.all([
      listEvents(owner, filter, { upTo, limit, now }),
      countEvents(owner, filter, now),
    ]);
    return reply("found", { object: "list", ...page, total_count });
  },
});

async function requireStart(owner: Owner, id: string | undefined, now: Date): Promise<void> {
  if (id === undefined || (await findEvent(owner, id, now))) return;
  throw new Problem(
    "parameter_invalid",
    "`starting_after` must be the id of an event of yours.",
    "starting_after",
  );
}

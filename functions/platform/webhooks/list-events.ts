import { listEventsOperation } from "../../../shared/contract/platform/webhooks/list-events.ts";
import type { Input } from "../../../shared/http/serve/request.ts";
import { idsBetween, serveList } from "../../../shared/http/serve/serve-list.ts";
import { countEvents, listEvents } from "../../../shared/store/event/events.ts";

export const handler = serveList(listEventsOperation, {
  list: ({ query }, { owner, now }) => listEvents(owner, filterOf(query), query, now),
  count: ({ query }, { owner, now }) => countEvents(owner, filterOf(query), now),
  show: (event) => event,
});

const filterOf = ({
  type,
  driver_id,
  object_id,
  ...instants
}: Input<typeof listEventsOperation>["query"]) => ({
  type,
  driver_id,
  object_id,
  ...idsBetween("evt_", instants),
});

import { missing } from "../../../shared/contract/errors.ts";
import { getEventOperation } from "../../../shared/contract/platform/webhooks/get-event.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { findEvent } from "../../../shared/store/event/events.ts";

export const handler = servePlatform(getEventOperation, {
  load: ({ params }, { owner, now }) => findEvent(owner, params.id, now),
  answer: (_, { loaded: event, reply }) => {
    if (!event)
      throw missing(
        "No event of the last 30 days has this id in your key's mode (test or live). Check the id and the key.",
        "id",
      );
    return reply("found", event);
  },
});

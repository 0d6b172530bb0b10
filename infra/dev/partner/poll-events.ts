import type { EventEnvelope } from "../../../shared/domain/event/event.ts";
import { horizonOf } from "../../../shared/domain/item/horizon.ts";
import type { ApiClient } from "./api-client.ts";

/**
 * Finds an account's events, each once: for a service that cannot reach this machine. An event gets its time
 * before its transaction ends. A page with `ending_before` shows it after 30 seconds. This shows it at once,
 * because each look goes back to the horizon, before which no event can appear.
 */
export class EventPoll {
  readonly #client: ApiClient;
  readonly #types: readonly string[];
  readonly #seen = new Set<string>();
  #newest: string | undefined;
  #isStarted = false;

  constructor(client: ApiClient, types: readonly string[]) {
    this.#client = client;
    this.#types = types;
  }

  /** Notes the events that are there already: the newest result page is enough. */
  start = async (): Promise<void> => {
    await this.next();
    this.#isStarted = true;
  };

  /** The events since the last look that succeeded, on all result pages. A failed look changes nothing. */
  async next(): Promise<EventEnvelope[]> {
    const parameter: EventEnvelope[] = [];
    const after = this.#newest && horizonOf(new Date(this.#newest), 1).toISOString();
    for (let last: string | undefined; ; last = parameter.at(-1)?.id) {
      const query = new URLSearchParams({
        limit: "100",
        ...(after && { created_after: after }),
        ...(last && { starting_after: last }),
      });
      const page = (await this.#client.get(`/v1/events?${query}`)) as {
        data: EventEnvelope[];
        has_more: boolean;
      };
      parameter.push(...page.data);
      if (!(page.has_more && this.#isStarted)) break;
    }
    this.#newest = parameter[0]?.created_at ?? this.#newest;
    const fresh = parameter.filter(({ id }) => !this.#seen.has(id)).reverse();
    for (const { id } of fresh) this.#seen.add(id);
    return fresh.filter(({ type }) => this.#types.includes("*") || this.#types.includes(type));
  }
}

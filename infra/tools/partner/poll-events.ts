import type { EventEnvelope } from "../../../shared/domain/event/event.ts";
import type { ApiClient } from "./api-client.ts";

/** An event gets its time before its transaction ends, so a later look may find an earlier event. */
const OVERLAP_MS = 60_000;

/** Finds an account's events, oldest first, each once: for a service that cannot reach this machine. */
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
    const found: EventEnvelope[] = [];
    const after = this.#newest && new Date(Date.parse(this.#newest) - OVERLAP_MS).toISOString();
    for (let last: string | undefined; ; last = found.at(-1)?.id) {
      const query = new URLSearchParams({
        limit: "100",
        ...(after && { created_after: after }),
        ...(last && { starting_after: last }),
      });
      const page = (await this.#client.get(`/v1/events?${query}`)) as {
        data: EventEnvelope[];
        has_more: boolean;
      };
      found.push(...page.data);
      if (!(page.has_more && this.#isStarted)) break;
    }
    this.#newest = found[0]?.created_at ?? this.#newest;
    const fresh = found.filter(({ id }) => !this.#seen.has(id)).reverse();
    for (const { id } of fresh) this.#seen.add(id);
    return fresh.filter(({ type }) => this.#types.includes("*") || this.#types.includes(type));
  }
}

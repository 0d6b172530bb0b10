import type { Reply } from "../../../infra/local/test/support/http.ts";
import { freshEmail } from "../cloud/cloud.ts";

/** A request that can be made twice, and the work to wait for between the request and its measurement. */
type KeyedRequest = { ask: () => Promise<Reply>; settled?: () => Promise<unknown> };

/** By operation name: a test compares the names with the contract. */
export type Requests = Record<string, KeyedRequest>;

/** Asks about the first of `items`. A refused request, such as a 429, leaves it for the next attempt. */
export const inTurn =
  <T>(items: T[], ask: (item: T) => Promise<Reply>) =>
  async (): Promise<Reply> => {
    const reply = await ask(items[0] as T);
    if (reply.status < 300) items.shift();
    return reply;
  };

export const fresh = () => ({ "idempotency-key": freshEmail() });

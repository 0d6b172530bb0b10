import * as z from "zod/mini";
import { Instant } from "../text/text.ts";

/**
 * A request with a key that was kept, since it failed or wrote: without its body, query values, address and
 * the path's ids. One that an event keeps has the event's id.
 */
export const KeptRequest = z.object({
  id: z.string(),
  at: Instant,
  method: z.string(),
  route: z.string(),
  status: z.int(),
  request_id: z.string(),
  /** The time inside the service, and the key's last characters. Older ones lack both. */
  ms: z.optional(z.int()),
  key_ending: z.optional(z.string()),
  /** The last characters of its idempotency key, if the key is long: the whole key opens its answer. */
  idempotency: z.optional(z.string()),
  /** Of a failed one. */
  code: z.optional(z.string()),
  param: z.optional(z.nullable(z.string())),
  message: z.optional(z.string()),
  /** What it made or changed. */
  object_id: z.optional(z.string()),
});
export type KeptRequest = z.infer<typeof KeptRequest>;

/** A key of fewer characters could be guessed from its last ones. */
const LONG_KEY = 20;
const SHOWN_OF_KEY = 6;

/**
 * What is kept of an idempotency key.
 *
 * @example
 * endingOf("7d4a02b8-3b1f-4a8e-9d3c-2f8e1c9a0b5d"); // => "9a0b5d"
 * endingOf("order-17"); // => undefined
 */
export const endingOf = (idempotencyKey: string): string | undefined =>
  idempotencyKey.length < LONG_KEY ? undefined : idempotencyKey.slice(-SHOWN_OF_KEY);

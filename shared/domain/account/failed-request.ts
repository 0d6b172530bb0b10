import * as z from "zod/mini";
import { Instant } from "../text/text.ts";

/** A request with a key that got an error: without its body, query values, address and the path's ids. */
export const FailedRequest = z.object({
  id: z.string(),
  at: Instant,
  method: z.string(),
  route: z.string(),
  status: z.int(),
  code: z.string(),
  param: z.nullable(z.string()),
  request_id: z.string(),
  key_id: z.string(),
  /** The time inside the service, and the key's last characters. Older ones lack both. */
  ms: z.optional(z.int()),
  key_ending: z.optional(z.string()),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

import * as z from "zod/mini";
import { MINUTE } from "../limit/window.ts";
import { Instant } from "../text/text.ts";

/** `credential_id`, `public_key` (COSE): base64url. `counter`: of its last use. A device without has 0. */
export const Passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  credential_id: z.string(),
  public_key: z.string(),
  counter: z.number(),
  transports: z.array(z.string()),
  created_at: Instant,
  last_used_at: z.optional(Instant),
});
export type Passkey = z.infer<typeof Passkey>;

export const MAX_PASSKEYS = 5;

/** From the page to the passkey's answer. */
export const CHALLENGE_SECONDS = 5 * MINUTE;

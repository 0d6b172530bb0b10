import * as z from "zod/mini";
import { DriverId } from "../driver/driver.ts";
import { Mode, type Owner } from "../owner.ts";
import { Instant, note, PlatformSlug, text } from "../text.ts";
import { sandboxPlatforms } from "./sandbox-platforms.ts";

export const ConnectRequest = z.strictObject({
  platform: note(
    z.clone(PlatformSlug),
    `The platform's slug. The sandbox knows \`${Object.keys(sandboxPlatforms).join("`, `")}\`.`,
  ),
  redirect_url: note(
    text(2_000),
    "Where the driver returns to: https, without credentials, a fragment, `state` or `status`. Test mode also takes http on localhost.",
  ),
});
export type ConnectRequest = z.infer<typeof ConnectRequest>;

/** What the driver said, as their return tells it. */
export const ConsentAnswer = z.enum(["connected", "refused"]);
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/**
 * A question to a driver: may this account see what they earn on a platform? It is kept under the hash of its state, and whoever has the state
 * may answer, once.
 */
export const Consent = z.object({
  account_id: z.string(),
  mode: Mode,
  driver_id: DriverId,
  platform: PlatformSlug,
  redirect_url: z.string(),
  expires_at: Instant,
  answer: z.optional(ConsentAnswer),
});
export type Consent = z.infer<typeof Consent>;

const MINUTES = 15;

export const askConsent = (
  { account_id, mode }: Owner,
  driver_id: string,
  request: ConnectRequest,
  now: Date,
): Consent => ({
  account_id,
  mode,
  driver_id,
  ...request,
  expires_at: new Date(now.getTime() + MINUTES * 60_000).toISOString(),
});

/** For whoever reads one: DynamoDB deletes what has expired days late. */
export const hasExpired = ({ expires_at }: Consent, now: Date): boolean => expires_at <= now.toISOString();

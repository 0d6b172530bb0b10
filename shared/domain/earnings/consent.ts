import * as z from "zod/mini";
import { DriverId } from "../driver/driver-id.ts";
import { Mode, type Owner } from "../item/owner.ts";
import { Instant, note, PlatformSlug, text, WEB_URL_PATTERN } from "../text/text.ts";
import type { Connection } from "./connection.ts";
import { sandboxPlatforms } from "./sandbox-platforms.ts";

export const ConnectRequest = z.strictObject({
  platform: note(
    z.clone(PlatformSlug),
    `Slug of the gig platform. Sandbox: \`${Object.keys(sandboxPlatforms).join("`, `")}\`.`,
  ),
  redirect_url: note(
    text(2_000).register(z.globalRegistry, { maxLength: 2_000, format: "uri", pattern: WEB_URL_PATTERN }),
    "Where the driver returns: an https URL without credentials, fragment, backslash, `state` or `status`. Test mode also accepts http on localhost.",
  ),
});
export type ConnectRequest = z.infer<typeof ConnectRequest>;

export const ConsentAnswer = z.enum(["connected", "refused"]);
export type ConsentAnswer = z.infer<typeof ConsentAnswer>;

/** Stored under the hash of its state. Its holder may answer once, and withdraw later. */
export const Consent = z.object({
  account_id: z.string(),
  mode: Mode,
  driver_id: DriverId,
  platform: PlatformSlug,
  redirect_url: z.string(),
  expires_at: Instant,
  answer: z.optional(ConsentAnswer),
  answered_at: z.optional(Instant),
  withdrawn_at: z.optional(Instant),
  receipt: z.optional(z.string()),
});
export type Consent = z.infer<typeof Consent>;

const MINUTES = 15;

export const newConsent = (
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

/** Every reader must check: DynamoDB deletes days late. A given consent does not expire. */
export const hasExpired = ({ expires_at, answer }: Consent, now: Date): boolean =>
  answer !== "connected" && expires_at <= now.toISOString();

/** `stopped`: the company reads no more. `replaced`: it reads by another consent, with a link of its own. */
export function consentStanding(
  consent: Consent,
  connection: Connection | undefined,
): "sharing" | "stopped" | "replaced" {
  if (connection?.status !== "connected") return "stopped";
  return isMadeBy(consent, connection) ? "sharing" : "replaced";
}

/** An answer and its connection have the same instant. */
const isMadeBy = ({ answered_at }: Consent, { connected_at }: Connection): boolean =>
  connected_at === answered_at;

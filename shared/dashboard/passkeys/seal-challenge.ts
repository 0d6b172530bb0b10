import { sealLink, unsealLink } from "../../crypto/sealed.ts";
import { CHALLENGE_SECONDS } from "../../domain/account/passkey.ts";
import { passkeyUseWrite } from "../../store/account/passkeys.ts";
import { readSecrets } from "../../store/table/secrets.ts";
import type { Write } from "../../store/table/table.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { refusedPasskey } from "./webauthn.ts";

/** An answer for one purpose is none for another. */
type PasskeyPurpose = "add" | "confirm";

type Visit = Pick<DashboardRequest, "session" | "sessionHash" | "now">;

/** Its time is in it, sealed with session and purpose, so the page that shows it writes nothing. */
export async function newChallenge(purpose: PasskeyPurpose, { session, now }: Visit) {
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  const parts = [purpose, session.session_id, now.toISOString()];
  return { challenge: sealLink("passkey", { parts, expiresAt }, await readSecrets("identity")), expiresAt };
}

/** Throws for one of another purpose or session, or a late one. The write fails for one that was used. */
export async function requireChallenge(
  purpose: PasskeyPurpose,
  challenge: string,
  { session, sessionHash, now }: Visit,
): Promise<Write> {
  const [held, of, at = ""] =
    unsealLink("passkey", challenge, await readSecrets("identity"), now)?.parts ?? [];
  if (held !== purpose || of !== session.session_id) throw refusedPasskey();
  return passkeyUseWrite(sessionHash, new Date(at), now);
}

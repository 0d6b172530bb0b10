import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { invalid } from "../../contract/errors.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import type { Member } from "../../domain/account/member.ts";
import type { Passkey } from "../../domain/account/passkey.ts";
import { brand } from "../../domain/brand/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { passkeysWrite } from "../../store/account/passkeys.ts";
import type { Write } from "../../store/table/table.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";

/** The field of a form with the browser's answer, in JSON. No page repeats it. */
const PASSKEY_FIELD = "form_passkey";

/** What the browser's script passes to WebAuthn. `until`: the challenge's end. */
export type PasskeyAsk = { create?: object; get?: object; until?: Date };

/** COSE's EdDSA, ES256 and RS256: those of the devices in use. */
const ALGORITHMS = [-8, -7, -257];
/** WebAuthn's maximum for an id is 1,023 bytes. A key of RSA with 4,096 bits has 530. */
const MAX_CHARACTERS = 1_400;

const relyingParty = () => {
  const { hostname: id, origin } = new URL(baseUrl());
  return { id, origin };
};

const listed = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({ type: "public-key", id, transports }));

/** `challenge`: base64url. */
export const askToCreate = (
  { member_id, email, passkeys = [] }: Member,
  challenge: string,
  until: Date,
): PasskeyAsk => ({
  create: {
    rp: { id: relyingParty().id, name: brand.serviceName },
    user: { id: Buffer.from(member_id).toString("base64url"), name: email, displayName: email },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: listed(passkeys),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    attestation: "none",
  },
  until,
});

/** Of any passkey of the member. `challenge`: base64url. */
export const askToUse = ({ passkeys = [] }: Member, challenge: string, until?: Date): PasskeyAsk => ({
  get: {
    rpId: relyingParty().id,
    challenge,
    allowCredentials: listed(passkeys),
    userVerification: "required",
  },
  ...(until && { until }),
});

type Answering = Pick<DashboardRequest, "member" | "form" | "now">;

/** The challenge that a browser says it answered, in base64url. Only a verified answer proves it. */
export function challengeIn(form: Answering["form"]): string {
  const { response } = answerIn<AuthenticationResponseJSON>(form);
  const clientData = objectIn<{ challenge?: unknown }>(
    decodeBase64url(String(response?.clientDataJSON))?.toString(),
  );
  return String(clientData.challenge);
}

/** The passkey that a browser created. Nothing attests its device, so any kind may be used. */
export async function createdPasskey(
  { form }: Pick<Answering, "form">,
  expectedChallenge: string,
): Promise<Pick<Passkey, "credential_id" | "public_key" | "counter" | "transports">> {
  const response = answerIn<RegistrationResponseJSON>(form);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const { registrationInfo } = await unlessRefused(async () => {
    const attested = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
    // The statements of makers name certificates and addresses. We ask for none, and follow none.
    if (attested.get("fmt") !== "none") throw new Error("It has an attestation");
    return verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!registrationInfo) throw refusedPasskey();
  const { id: credential_id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const public_key = Buffer.from(publicKey).toString("base64url");
  if (credential_id.length > MAX_CHARACTERS || public_key.length > MAX_CHARACTERS) throw refusedPasskey();
  const known = transports.filter((name) => TRANSPORTS.has(name));
  return { credential_id, public_key, counter, transports: known };
}

const TRANSPORTS = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** `write` stores the use, and fails if the passkey was used or removed at the same time. */
export type PasskeyUse = { member_id: string; credential_id: string; write: Write };

/**
 * Verifies that a passkey of this member signed the challenge, in base64url, and that the device verified the
 * person. The caller sees to it that a challenge counts once. Throws a Problem.
 */
export async function requirePasskeyUse(
  { member, form, now }: Answering,
  expectedChallenge: string,
): Promise<PasskeyUse> {
  const response = answerIn<AuthenticationResponseJSON>(form);
  const { passkeys = [], member_id } = member;
  const passkey = passkeys.find(({ credential_id }) => credential_id === response.id);
  if (!passkey) throw invalid("This is no passkey of yours. Use one that your Account page lists.");
  const { credential_id, public_key, counter } = passkey;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const { verified, authenticationInfo } = await unlessRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id: credential_id, publicKey: Buffer.from(public_key, "base64url"), counter },
    }),
  );
  if (!verified) throw refusedPasskey();
  const used = { ...passkey, counter: authenticationInfo.newCounter, last_used_at: now.toISOString() };
  const after = passkeys.map((held) => (held === passkey ? used : held));
  return { member_id, credential_id, write: passkeysWrite(member, after) };
}

function answerIn<Answer>(form: Readonly<Record<string, string>>): Answer {
  const text = form[PASSKEY_FIELD] ?? "";
  if (text === "")
    throw invalid("Your browser sent no passkey. Turn on JavaScript, and press the button again.");
  return objectIn(text);
}

/** Of JSON that only our own script and the browser write. */
function objectIn<Shape>(text = ""): Shape {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Shape;
  } catch {
    // It is no JSON.
  }
  throw refusedPasskey();
}

/** The library throws for each check that fails. Its messages repeat what was sent. */
async function unlessRefused<Answer>(verify: () => Promise<Answer>): Promise<Answer> {
  try {
    return await verify();
  } catch {
    throw refusedPasskey();
  }
}

export const refusedPasskey = () =>
  invalid("We couldn't verify the passkey. This page may have been open for too long. Try again.");

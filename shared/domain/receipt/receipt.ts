import * as z from "zod/mini";
import { sortableId } from "../item/ids.ts";
import type { Language } from "../text/language.ts";
import type { Mode } from "../item/owner.ts";

/**
 * `email_link`: only their mailbox got it. `partner_link`: a partner gave it, so its holder acted. `passkey`:
 * it signed the hash in the terms.
 */
type Auth = "email_link" | "partner_link" | "passkey";

/** A link to savings is emailed in live mode only. In the sandbox the partner gets it. */
const emailedIfLive = { live: "email_link", test: "partner_link" } as const;
const emailed = { live: "email_link", test: "email_link" } as const;
const byPartner = { live: "partner_link", test: "partner_link" } as const;

/** Another act needs a row here, and its words in `shared/words/consent-text.ts`. */
const acts = {
  join_waitlist: emailed,
  decline: emailed,
  allow_gig_connection: byPartner,
  withdraw_gig_connection: byPartner,
  save_from_payouts: emailedIfLive,
  change_savings: emailedIfLive,
  end_savings: emailedIfLive,
  approve_payouts: { live: "passkey", test: "passkey" },
} as const satisfies Record<string, Record<Mode, Auth>>;
export type Act = keyof typeof acts;

/** The words that the person saw: a version for people, and the SHA-256 of the template as the proof. */
export type ShownText = { text_sha256: string; text_version: string; lang: Language };

/** What a person did, before it has an instant and a signature. */
export type Deed = {
  act: Act;
  /** The id of the signup, the driver, the agreement or the proposal. Never a name or an address. */
  sub: string;
  text: ShownText;
  livemode: boolean;
  /** The values of the template's places, and what was agreed besides. */
  terms: Readonly<Record<string, string | number | boolean>>;
  /** The words of strangers about themselves, which prove nothing. */
  declared?: { agent?: string | undefined; partner_id?: string | undefined };
  /** The receipt that this one changes or ends. */
  prev?: string | undefined;
};

/** The claims, in the order in which they are signed. Instants are whole seconds. */
export const Claims = z.object({
  iss: z.string(),
  jti: z.string(),
  sub: z.string(),
  act: z.string(),
  auth: z.string(),
  iat: z.number(),
  text_sha256: z.string(),
  text_version: z.string(),
  lang: z.string(),
  livemode: z.boolean(),
  terms: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  declared: z.optional(z.object({ agent: z.optional(z.string()), partner_id: z.optional(z.string()) })),
  prev: z.optional(z.string()),
});
export type Claims = z.infer<typeof Claims>;

export function claimsFor(
  { act, sub, text, livemode, terms, declared = {}, prev }: Deed,
  iss: string,
  now: Date,
): Claims {
  const isDeclared = Object.values(declared).some((value) => value !== undefined);
  return {
    iss,
    jti: sortableId("rcp_", now),
    sub,
    act,
    auth: acts[act][livemode ? "live" : "test"],
    iat: Math.floor(now.getTime() / 1000),
    text_sha256: text.text_sha256,
    text_version: text.text_version,
    lang: text.lang,
    livemode,
    terms,
    ...(isDeclared && { declared }),
    ...(prev !== undefined && { prev }),
  };
}

/** The signed bytes of the claims, so it has the same bytes whenever it is read. */
export const Receipt = z.object({ kid: z.string(), claims: z.string(), signature: z.string() });
export type Receipt = z.infer<typeof Receipt>;

export const claimsOf = ({ claims }: Pick<Receipt, "claims">): Claims => Claims.parse(JSON.parse(claims));

const encoded = (text: string) => Buffer.from(text).toString("base64url");

/** What the signature covers. The header's form is the one that every library verifies. */
export const signingInput = ({ kid, claims }: Omit<Receipt, "signature">): string =>
  `${encoded(JSON.stringify({ alg: "EdDSA", typ: "consent-receipt+jwt", kid }))}.${encoded(claims)}`;

export const compactOf = (receipt: Receipt): string => `${signingInput(receipt)}.${receipt.signature}`;

export const PublicReceiptKey = z.object({ kid: z.string(), x: z.string() });
export type PublicReceiptKey = z.infer<typeof PublicReceiptKey>;

/** Without `alg`: several libraries find no key for our header if the entry has one. */
export const jwkOf = ({ kid, x }: PublicReceiptKey) => ({ kty: "OKP", crv: "Ed25519", x, kid, use: "sig" });

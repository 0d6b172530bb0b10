import { createHash, createHmac } from "node:crypto";
import { mailboxOf } from "../../domain/signup/mailbox.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { readSecrets } from "../table/secrets.ts";

export type MailboxHashes = readonly [string, ...string[]];

/** Addresses can be guessed, so the hash has a secret key. `<key>.<hash>` names the key. */
export const hashMailbox = (email: string): Promise<MailboxHashes> => hashed(mailboxOf(email));

export const hashSpelling = (email: string): Promise<MailboxHashes> => hashed(sameEmail(email));

async function hashed(address: string): Promise<MailboxHashes> {
  const [newest, ...older] = await readSecrets("mailbox");
  return [hashWith(newest, address), ...older.map((secret) => hashWith(secret, address))];
}

const hashWith = (secret: string, address: string): string =>
  `${nameOf(secret)}.${createHmac("sha256", secret).update(address).digest("hex")}`;

/** Distinguishes our few keys. 32 bits of a hash reveal nothing about a key of 380 random bits. */
const nameOf = (secret: string): string => createHash("sha256").update(secret).digest("hex").slice(0, 8);

import { createHash } from "node:crypto";
import { keyOfSeed } from "../../shared/crypto/receipt-key.ts";
import { type Act, claimsFor, type Deed, type Receipt } from "../../shared/domain/receipt/receipt.ts";

/** The key of the vectors, and the one of a stranger. */
export const testKey = keyOfSeed(createHash("sha256").update("receipt test key 1").digest());
export const otherKey = keyOfSeed(createHash("sha256").update("receipt test key 2").digest());

const words = { text_sha256: "5".repeat(64), text_version: "words/1", lang: "en" as const };

/** A receipt of an act, without the pages that make one. */
export const receiptOf = (act: Act, sub: string, now: Date, deed: Partial<Deed> = {}): Receipt =>
  testKey.sign(
    JSON.stringify(
      claimsFor(
        { act, sub, text: words, livemode: true, terms: {}, ...deed },
        "https://api.example.com",
        now,
      ),
    ),
  );

export const joined = ({ signup_id }: { signup_id: string }, now: Date, deed?: Partial<Deed>): Receipt =>
  receiptOf("join_waitlist", signup_id, now, deed);

/** For `moveSignupToDeclined`, which asks again while the signup changes. */
export const declined =
  (now: Date) =>
  async ({ signup_id, receipt }: { signup_id: string; receipt?: string | undefined }): Promise<Receipt> =>
    receiptOf("decline", signup_id, now, { prev: receipt });

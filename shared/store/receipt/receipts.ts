import { claimsOf, PublicReceiptKey, Receipt } from "../../domain/receipt/receipt.ts";
import type { Signup } from "../../domain/signup/signup.ts";
import { keys } from "../keys/keys.ts";
import { startsWith } from "../table/expressions.ts";
import { itemsOf, findAs } from "../table/reads.ts";
import { type Write, write } from "../table/table.ts";
import { putNew } from "../table/writes.ts";

export function receiptWrite(receipt: Receipt): Write {
  const { sub, jti } = claimsOf(receipt);
  return putNew({ ...keys.receipt(sub, jti), ...receipt });
}

export const findReceipt = (sub: string, jti: string): Promise<Receipt | undefined> =>
  findAs(keys.receipt(sub, jti), Receipt);

export const findSharedReceipt = async (signup: Signup): Promise<Receipt | undefined> =>
  signup.mode === "live" && signup.shared_receipt !== undefined
    ? findReceipt(signup.signup_id, signup.shared_receipt)
    : undefined;

export async function listReceipts(sub: string): Promise<Receipt[]> {
  const { pk, sk } = keys.receipt(sub, "rcp_");
  return (await itemsOf({ pk, sk: startsWith(sk) })).map((item) => Receipt.parse(item));
}

/** Stores a public key for ever. A key that is stored already stays as it is. */
export async function putReceiptKey({ kid, x }: PublicReceiptKey, now: Date): Promise<void> {
  await write(putNew({ ...keys.receiptKey(kid), kid, x, since: now.toISOString() }));
}

export async function listReceiptKeys(): Promise<PublicReceiptKey[]> {
  const items = await itemsOf({ pk: keys.receiptKey("").pk });
  return items
    .sort((a, b) => String(b.since).localeCompare(String(a.since)))
    .map((item) => PublicReceiptKey.parse(item));
}

import { receiptKeyOf } from "../../crypto/receipt-key.ts";
import { claimsFor, type Deed, type Receipt } from "../../domain/receipt/receipt.ts";
import { putReceiptKey } from "../../store/receipt/receipts.ts";
import { remembered } from "../../store/table/remembered.ts";
import { readSecrets } from "../../store/table/secrets.ts";
import { baseUrl } from "../serve/responses.ts";

const published = remembered<true>(Number.POSITIVE_INFINITY, 100);

/** Public keys are stored first: the service's key set never lacks the key of a receipt. */
export async function signReceipt(deed: Deed, now: Date): Promise<Receipt> {
  const [newest, ...older] = await readSecrets("receipt");
  const key = receiptKeyOf(newest);
  for (const each of [key, ...older.map(receiptKeyOf)]) {
    if (published.get(each.kid, now.getTime())) continue;
    await putReceiptKey(each, now);
    published.put(each.kid, true, now.getTime());
  }
  return key.sign(JSON.stringify(claimsFor(deed, baseUrl(), now)));
}

import { parseAddress } from "../../shared/domain/item/owner.ts";
import { serveTimer } from "../../shared/http/serve/serve-timer.ts";
import { deleteDriverItems } from "../../shared/store/driver/erasures.ts";
import { endSavingsOf } from "../../shared/store/savings/agreements.ts";
import { moveDocumentsToExpiring } from "../../shared/store/tax/expiring-documents.ts";

/** The function ends well before its timeout. A state machine's history limits the number of calls. */
const WORK_FOR_MS = 5_000;

/** As much as time allows. Then it lets the driver's tax documents expire. */
export const handler = serveTimer("erase-driver", async ({ id: address, at }) => {
  const { owner, id } = parseAddress(address);
  await endSavingsOf(owner, id, { by: "partner", isGone: true }, new Date());
  for (const until = performance.now() + WORK_FOR_MS; performance.now() < until; ) {
    if (await deleteDriverItems(owner, id)) continue;
    await moveDocumentsToExpiring(owner, id);
    return { done: true };
  }
  return { done: false, id: address, at };
});

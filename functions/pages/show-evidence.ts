import { missing } from "../../shared/contract/errors.ts";
import { jwkOf } from "../../shared/domain/receipt/receipt.ts";
import { type Result, storable, unlessHeld, withEtag } from "../../shared/http/serve/responses.ts";
import { serveRequests } from "../../shared/http/serve/serve.ts";
import { listReceiptKeys } from "../../shared/store/receipt/receipts.ts";
import { releasedTexts } from "../../shared/words/released/released-texts.ts";

const A_YEAR = 365 * 86_400;

export const handler = serveRequests("show-evidence", async (event) => {
  const { hash } = event.pathParameters ?? {};
  return unlessHeld(withEtag(hash === undefined ? await keySet() : text(hash)), event);
});

/** Caches ask each time: a new key must be here before the first receipt that names it. */
const keySet = async (): Promise<Result> => ({
  statusCode: 200,
  headers: { "content-type": "application/jwk-set+json", "cache-control": "public, no-cache" },
  body: JSON.stringify({ keys: (await listReceiptKeys()).map(jwkOf) }),
});

function text(hash: string): Result {
  if (!Object.hasOwn(releasedTexts, hash))
    throw missing(
      "No text has this hash. It is `text_sha256` of a receipt, 64 lowercase hexadecimal digits.",
      "hash",
    );
  const body = releasedTexts[hash] ?? "";
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return storable({ statusCode: 200, headers, body }, A_YEAR);
}

import { readFileSync } from "node:fs";
import { ReceiptError } from "../../clients/typescript/src/failures.ts";
import { type ReceiptKeys, verifyReceipt } from "../../clients/typescript/src/receipts.ts";
import { flag, optionsOf, ownUrl, word } from "../../local/base/options.ts";
import { exitCodes, misused, Stop } from "../../local/base/stop.ts";

const HELP = `Usage: npm run ops -- receipts verify FILE [--keys FILE] [--text FILE] [--url URL]

Verify a consent receipt on this machine, and print its claims.

  FILE         the receipt; - reads it from the standard input
  --keys FILE  a stored key set: then nothing is fetched
  --text FILE  the words, of which the receipt must have the hash
  --url URL    where the key set is (default: at PORT, or the one that runs here)

Exit status: 0 verified, 1 refused, 2 wrong usage, 3 no key set.
`;

/** Returns the claims in JSON. Throws a {@link Stop} that says why there are none. */
export async function verifiedClaims(args: string[]): Promise<string> {
  const { file, keys, text: wordsIn, url } = optionsIn(args);
  // A file may end with a line break, and a receipt has none.
  const receipt = read(file).replace(/\r?\n$/, "");
  const words = wordsIn === undefined ? undefined : read(wordsIn);
  const set = keys === undefined ? await fetched(url) : parsed(read(keys), keys);
  try {
    return JSON.stringify(await verifyReceipt(receipt, set, { text: words }), null, 2);
  } catch (error) {
    if (error instanceof ReceiptError) throw new Stop(error.message, exitCodes.REFUSED);
    throw error;
  }
}

function optionsIn(args: string[]) {
  const options = { keys: word, text: word, url: { ...word, default: ownUrl() }, json: flag };
  const { values, positionals } = optionsOf({ args, options, allowPositionals: true }, HELP);
  const [file, tooMany] = positionals;
  if (file === undefined || tooMany !== undefined) throw misused(HELP);
  return { ...values, file };
}

function read(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch {
    throw misused(`${file} cannot be read.`);
  }
}

async function fetched(url: string): Promise<ReceiptKeys> {
  const address = `${url}/.well-known/jwks.json`;
  try {
    const response = await fetch(address);
    if (response.ok) return parsed(await response.text(), address);
  } catch (error) {
    if (error instanceof Stop) throw error;
  }
  throw new Stop(`${address} gave no key set. Name a stored one with --keys.`, exitCodes.UNKNOWN);
}

function parsed(text: string, source: string): ReceiptKeys {
  try {
    const set: unknown = JSON.parse(text);
    if (Array.isArray((set as ReceiptKeys).keys)) return set as ReceiptKeys;
  } catch {}
  throw misused(`${source} is no key set: it must be JSON with keys.`);
}

import type { Language } from "../../domain/text/language.ts";
import { type Act, claimsOf, compactOf, type Receipt } from "../../domain/receipt/receipt.ts";
import type { Result } from "../../http/serve/responses.ts";
import { filled, receiptWords, timeWords } from "../../words/words.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { Rich } from "./rich.tsx";

export type ReceiptProps = {
  receipt: Receipt | undefined;
  href: string;
  language: Language;
};

export function ReceiptCard({ receipt, href, language }: ReceiptProps) {
  if (!receipt) return null;
  const { act, iat, text_sha256, terms } = claimsOf(receipt);
  const words = receiptWords[language];
  return (
    <section class="part">
      <h2>{words.title}</h2>
      <p>
        <Rich text={filled(words.acts[act as Act], { at: timeWords(new Date(iat * 1000), language) })} />
      </p>
      <p>{words.what}</p>
      {terms.shared === true && <p>{filled(words.shared, { partner: String(terms.partner) })}</p>}
      <ul>
        <li>
          <a href={href}>{words.download}</a>
        </li>
        <li>
          <a href={`/legal/texts/${text_sha256}`}>{words.text}</a>
        </li>
        <li>
          <a href={docsPath("receipts")}>{words.check}</a>
        </li>
      </ul>
    </section>
  );
}

export const receiptFile = (receipt: Receipt): Result => ({
  statusCode: 200,
  headers: {
    "content-type": "application/jwt",
    "content-disposition": `attachment; filename="${claimsOf(receipt).jti}.jwt"`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  },
  body: compactOf(receipt),
});

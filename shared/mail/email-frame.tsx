import { renderToString } from "preact-render-to-string";
import { brand } from "../domain/brand/brand.ts";
import type { Language } from "../domain/text/language.ts";
import type { EmailMessage } from "./deliver-mail.ts";

/** `action`: the button. `fine`: small print. `code`: to copy. `language`: the text's, if another. */
export type Block =
  | { kind: "text" | "fine" | "code"; text: string; language?: Language }
  | { kind: "action" | "link"; label: string; href: string };

type Email = { subject: string; preheader: string; language: Language; blocks: readonly Block[] };

/** An email as text and HTML of the same parts. The preheader shows beside the subject in a mailbox. */
export const emailOf = (email: Email): EmailMessage => ({
  subject: email.subject,
  text: [brand.serviceName, ...email.blocks.map(asText)].join("\n\n"),
  html: `<!doctype html>${renderToString(<Frame {...email} />)}`,
});

const asText = (block: Block) => ("href" in block ? `${block.label}:\n${block.href}` : block.text);

/** Email clients drop stylesheets, so styles are attributes; hence `!important` below. */
const DARK = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){
.page{background:#12171c!important;color:#e8ecef!important}.box{background:#1a2128!important;border-color:#313b45!important}
.fine,.fine a{color:#a6b2bd!important}.link{color:#55cca1!important}.action{background:#55cca1!important;color:#07130e!important}}`;

const Frame = ({ subject, preheader, language, blocks }: Email) => (
  <html lang={language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{subject}</title>
      <style dangerouslySetInnerHTML={{ __html: DARK }} />
    </head>
    <body
      class="page"
      style="margin:0;padding:24px 12px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1a2530;background:#f2efe6"
    >
      <div style="display:none;max-height:0;overflow:hidden">{preheader}</div>
      <div
        class="box"
        style="max-width:34em;margin:0 auto;padding:20px 28px;border:1px solid #dcd7ca;border-radius:12px;background:#ffffff"
      >
        <p style="margin:0 0 16px;font-size:18px;font-weight:bold">{brand.serviceName}</p>
        {blocks.map((block, i) => (
          <Part key={i} block={block} />
        ))}
      </div>
    </body>
  </html>
);

const Part = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case "action":
      return (
        <p style="margin:22px 0">
          <a
            class="action"
            href={block.href}
            style="display:inline-block;padding:12px 22px;border-radius:7px;background:#0a654a;color:#ffffff;font-weight:bold;text-decoration:none"
          >
            {block.label}
          </a>
        </p>
      );
    case "link":
      return (
        <p style="margin:14px 0">
          <a class="link" href={block.href} style="color:#0a654a">
            {block.label}
          </a>
        </p>
      );
    case "fine":
      return (
        <p
          class="fine"
          style="margin:12px 0;font-size:13px;line-height:1.5;color:#51606d"
          {...(block.language && { lang: block.language })}
        >
          {block.text}
        </p>
      );
    case "code":
      return (
        <p class="fine" style="margin:14px 0;font:12px/1.5 monospace;word-break:break-all;color:#51606d">
          {block.text}
        </p>
      );
    case "text":
      return <p style="margin:14px 0;white-space:pre-line">{block.text}</p>;
  }
};

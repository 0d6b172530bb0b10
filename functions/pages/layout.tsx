import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { joinWaitlist } from "../../shared/contract/agent/join-waitlist.ts";
import { brand } from "../../shared/domain/brand.ts";
import type { Result } from "../../shared/http/responses.ts";

const css = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#55606e;--paper:#fbfaf7;--line:#d9d5cb;--accent:#0b6b4f;--on:#fff;--bad:#a4262c}
@media(prefers-color-scheme:dark){:root{--ink:#e9ecef;--soft:#a3adb8;--paper:#14181d;--line:#333b45;--accent:#4cc79b;--on:#0c1512;--bad:#ff9a9e}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
header,main,footer{max-width:44rem;margin:0 auto;padding:1rem 1.25rem}
header a{font-weight:700;color:inherit;text-decoration:none}
h1{font-size:1.9rem;line-height:1.2;margin:1rem 0}h2{font-size:1.25rem;margin:2rem 0 .5rem}
a{color:var(--accent)}p,dd{color:var(--ink)}
footer{border-top:1px solid var(--line);color:var(--soft);font-size:.85rem;margin-top:3rem}
label{display:block;margin:.9rem 0 .25rem;font-weight:600}
input{width:100%;padding:.7rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:.4rem}
button{margin-top:1.2rem;padding:.75rem 1.4rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:0;border-radius:.4rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.mistake{color:var(--bad);font-weight:600}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
dt{font-weight:700;margin-top:1.4rem}dd{margin:.15rem 0}dt:target{background:var(--line)}
`;

const styleHash = createHash("sha256").update(css).digest("base64");

const securityHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "referrer-policy": "no-referrer",
};

/** A whole page around `content`. Everything interpolated is escaped by the renderer. */
export function htmlResult(statusCode: number, title: string, content: ComponentChildren): Result {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.serviceName}`}</title>
        <style>{css}</style>
      </head>
      <body>
        <header>
          <a href="/">{brand.serviceName}</a>
        </header>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
        <footer>
          <p>{brand.disclosures}</p>
        </footer>
      </body>
    </html>
  );
  return {
    statusCode,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...securityHeaders },
    body: `<!doctype html>${renderToString(page)}`,
  };
}

/** Text as the contract writes it, with its `names` set as code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>
);

type Mistake = { param: string | null; message: string };

/** The waitlist's form, empty or as it was sent with the mistake named. Works without JavaScript. */
export const WaitlistForm = ({
  values = {},
  mistake,
}: {
  values?: Record<string, string>;
  mistake?: Mistake;
}) => (
  <form method="post" action={joinWaitlist.path}>
    {mistake && !fields.some(({ name }) => name === mistake.param) && (
      <p class="mistake" role="alert">
        {mistake.message}
      </p>
    )}
    {fields.map(({ name, label, ...input }) => (
      <div key={name}>
        <label for={name}>{label}</label>
        <input
          id={name}
          name={name}
          value={values[name] ?? ""}
          {...input}
          {...(mistake?.param === name && { "aria-invalid": "true", "aria-describedby": `${name}-mistake` })}
        />
        {mistake?.param === name && (
          <p class="mistake" id={`${name}-mistake`} role="alert">
            {mistake.message}
          </p>
        )}
      </div>
    ))}
    <button type="submit">Join the waitlist</button>
  </form>
);

const fields = [
  {
    name: "email",
    label: "Email",
    type: "email" as const,
    autocomplete: "email",
    required: true,
    maxLength: 254,
  },
  {
    name: "name",
    label: "First name (optional)",
    type: "text" as const,
    autocomplete: "given-name",
    maxLength: 100,
  },
  { name: "platforms", label: "Apps you work on (optional)", type: "text" as const, maxLength: 200 },
];

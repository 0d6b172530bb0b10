import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Mark } from "./mark.tsx";
import { svgIcon } from "./svg-icon.tsx";

export type PageOptions = {
  /** What search engines and link previews say; only pages for everybody have one. */
  description?: string;
  /** JavaScript of our own, put inline and named by its hash in the policy. The page must work without. */
  script?: string;
  /** Seconds for which anybody may keep the page. Absent: never stored, as a link or a form of one person may be on it. */
  maxAge?: number;
  /** The page's own path, where the navigation leads to it. */
  path?: string;
  /** Wider than a text; the content then brings its own `h1`. */
  wide?: boolean;
  /** Where else the answer to a form may lead: browsers hold a form's redirects to the page's policy. */
  formTargets?: readonly string[];
};

/** A whole page around `content`. Everything interpolated is escaped by the renderer. */
export function htmlResult(
  statusCode: number,
  title: string,
  content: ComponentChildren,
  { description, script, maxAge, path, wide, formTargets = [] }: PageOptions = {},
): Result {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.serviceName}`}</title>
        {description && <meta name="description" content={description} />}
        {maxAge === undefined && <meta name="robots" content="noindex" />}
        <link rel="icon" href={favicon} />
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
        <link rel="stylesheet" href={STYLESHEET_PATH} />
      </head>
      <body class={wide ? "wide" : undefined}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header>
          <a class="brand" href="/">
            <Mark />
            {brand.serviceName}
          </a>
          <nav aria-label="Site">
            <Links to={links} path={path} />
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          {!wide && <h1>{title}</h1>}
          {content}
        </main>
        <footer>
          <div>
            <p>{brand.disclosures}</p>
            <p>
              Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
            </p>
          </div>
        </footer>
      </body>
    </html>
  );
  return {
    statusCode,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": maxAge === undefined ? "no-store" : `public, max-age=${maxAge}`,
      "content-security-policy": policy(script, formTargets),
      "referrer-policy": "no-referrer",
    },
    body: `<!doctype html>${renderToString(page)}`,
  };
}

export type Link = readonly [href: string, label: string];

/** A list of links, of which the one that leads to `path` is marked. */
export const Links = ({ to, path }: { to: readonly Link[]; path?: string | undefined }) => (
  <ul>
    {to.map(([href, label]) => (
      <li key={href}>
        <a href={href} {...(href === path && { "aria-current": "page" })}>
          {label}
        </a>
      </li>
    ))}
  </ul>
);

/** Text as the contract writes it, with its `names` set as code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>
);

const links: readonly Link[] = [
  ["/#check", "Check your limit"],
  ["/#waitlist", "Waitlist"],
  [brand.docsPath, "Docs"],
];

const favicon = `data:image/svg+xml,${encodeURIComponent(svgIcon)}`;

function policy(script: string | undefined, formTargets: readonly string[]): string {
  const hash = script && createHash("sha256").update(script).digest("base64");
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ...(hash ? [`script-src 'sha256-${hash}'`, "connect-src 'self'"] : []),
    ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

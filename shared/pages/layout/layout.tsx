import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Mark } from "./mark.tsx";
import { svgIcon } from "./svg-icon.tsx";

export type PageOptions = {
  /** The text for search engines and link previews. Only public pages have one. */
  description?: string;
  /**
   * Our own JavaScript. It is inline, and the policy allows it by its hash. The page must work without it.
   */
  script?: string;
  /**
   * Seconds that caches may store the page. Without it the page is never stored: it may hold one person's
   * link or form.
   */
  maxAge?: number;
  /** The page's path in the navigation, to mark the current link. */
  path?: string;
  /** A wide layout. The content then has its own `h1`. */
  wide?: boolean;
  /** The header's links on pages for developers. */
  forDevelopers?: boolean;
  /** More targets for form posts: browsers check a form's redirects against the page's policy, too. */
  formTargets?: readonly string[];
};

/** Puts `content` into a whole page. The renderer escapes every interpolated value. */
export function htmlResult(
  statusCode: number,
  title: string,
  content: ComponentChildren,
  { description, script, maxAge, path, wide, forDevelopers, formTargets = [] }: PageOptions = {},
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
            <Links to={forDevelopers ? developerLinks : links} path={path} />
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
              Questions? Email <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. Do you pay
              gig workers? <a href="/developers">Build with us</a>.
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

/** A list of links. The link to `path` is marked as the current page. */
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

/** Shows the parts of a contract text that are in backticks as code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>
);

const links: readonly Link[] = [
  ["/#check", "Check your limit"],
  ["/#waitlist", "Waitlist"],
  [brand.docsPath, "Docs"],
];

const developerLinks: readonly Link[] = [
  [brand.docsPath, "Docs"],
  ["/developers", "Dashboard"],
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

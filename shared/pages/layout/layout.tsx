import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { brand } from "../../domain/brand/brand.ts";
import { type Language, USUAL_LANGUAGE } from "../../domain/text/language.ts";
import type { Result } from "../../http/serve/responses.ts";
import { layoutWords } from "../../words/words.ts";
import { Footer } from "./footer.tsx";
import { LinkPreview } from "./link-preview.tsx";
import { Mark } from "./mark.tsx";
import { svgIcon } from "./svg-icon.tsx";

export type PageOptions = {
  /** The text for search engines and link previews. Only public pages have one. */
  description?: string;
  /** Inline: the policy allows it by its hash. The page must work without it. */
  script?: string;
  /** The script imports files of this origin. */
  loadsScripts?: true;
  /** Seconds that caches may store it. Absent: never, as it may hold one person's link or form. */
  maxAge?: number;
  markdownPath?: string;
  path?: string;
  /** A wide layout. The content then has its own `h1`. */
  wide?: boolean;
  forDevelopers?: boolean;
  /** More targets for form posts: browsers check a form's redirects against the page's policy, too. */
  formTargets?: readonly string[];
  /** The page's language, on a page that exists in each. The other pages are in English. */
  language?: Language | undefined;
  /** False on a page that can reply to a post: its address may have no page to show in another language. */
  canSwitch?: false;
  /** A page with one task has no navigation, so that nothing leads away from it. */
  hasOneTask?: boolean;
  hasDisclosures?: boolean;
  sign?: ComponentChildren;
  /** The dashboard has a frame of its own, in place of the header, the heading and the footer. */
  frame?: { kind: string; draw: (main: ComponentChildren) => ComponentChildren };
};

/** Puts `content` into a whole page. The renderer escapes every interpolated value. */
export function htmlResult(
  statusCode: number,
  title: string,
  content: ComponentChildren,
  options: PageOptions = {},
): Result {
  const { description, script, maxAge, wide, formTargets = [], language: pageLanguage, sign } = options;
  const language = pageLanguage ?? USUAL_LANGUAGE;
  const words = layoutWords[language];
  const main = (
    <main id="main" tabIndex={-1}>
      {sign}
      {!wide && <h1>{title}</h1>}
      {content}
    </main>
  );
  const page = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${brand.serviceName}`}</title>
        {description && <meta name="description" content={description} />}
        {maxAge === undefined && <meta name="robots" content="noindex" />}
        <LinkPreview language={language} title={title} description={description} />
        <link rel="icon" href={favicon} />
        {options.markdownPath && <link rel="alternate" type="text/markdown" href={options.markdownPath} />}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
        <link rel="stylesheet" href={STYLESHEET_PATH} />
      </head>
      <body class={options.frame?.kind ?? (wide ? "wide" : undefined)}>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        {options.frame ? (
          options.frame.draw(main)
        ) : (
          <PublicFrame options={options} language={language}>
            {main}
          </PublicFrame>
        )}
      </body>
    </html>
  );
  return {
    statusCode,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": maxAge === undefined ? "no-store" : `public, max-age=${maxAge}`,
      ...(pageLanguage && { "content-language": pageLanguage, vary: "accept-language, cookie" }),
      "content-security-policy": policy(script, formTargets, options.loadsScripts),
      "referrer-policy": "no-referrer",
    },
    body: `<!doctype html>${renderToString(page)}`,
  };
}

type PublicFrameProps = { options: PageOptions; language: Language; children: ComponentChildren };

const PublicFrame = ({ options, language, children }: PublicFrameProps) => (
  <>
    <header>
      <a class="brand" href="/">
        <Mark />
        {brand.serviceName}
      </a>
      {!options.hasOneTask && (
        <nav aria-label={layoutWords[language].site}>
          <Links to={options.forDevelopers ? developerLinks : linksIn(language)} path={options.path} />
        </nav>
      )}
    </header>
    {children}
    <Footer
      language={language}
      canSwitch={options.language !== undefined && options.canSwitch !== false}
      hasDisclosures={options.hasDisclosures ?? false}
    />
  </>
);

export type Link = readonly [href: string, label: string];

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

export const Prose = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>
);

function linksIn(language: Language): readonly Link[] {
  const { check, waitlist, docs } = layoutWords[language].nav;
  return [
    ["/#check", check],
    ["/#waitlist", waitlist],
    [brand.docsPath, docs],
  ];
}

const developerLinks: readonly Link[] = [
  [brand.docsPath, "Docs"],
  ["/developers", "Dashboard"],
];

const favicon = `data:image/svg+xml,${encodeURIComponent(svgIcon)}`;

function policy(script: string | undefined, formTargets: readonly string[], loadsScripts = false): string {
  const hash = script && createHash("sha256").update(script).digest("base64");
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    ...(hash ? [`script-src 'sha256-${hash}'${loadsScripts ? " 'self'" : ""}`, "connect-src 'self'"] : []),
    ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

import type { ComponentChildren } from "preact";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import { brand } from "../../domain/brand/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { htmlResult, Prose } from "../../pages/layout/layout.tsx";
import { Breakable, CodeName } from "./docs-breakable.tsx";
import { allPagesEntry, markdownPath, searchPath } from "./docs-guides.ts";
import { OwnText } from "./docs-key.tsx";
import { errorPath } from "./docs-sections.ts";
import { Contents, type ContentsLink, Menu, Neighbors } from "./build/docs-navigation.tsx";

export type DocsPage = {
  path: string;
  title: string;
  description: string;
  contents?: readonly ContentsLink[];
  /** What comes before `beside`. */
  lead?: ComponentChildren;
  /** Samples. On wide screens they have a column of their own, on others they follow the lead. */
  beside?: ComponentChildren;
  children: ComponentChildren;
};

type Section = readonly [anchor: string, title: string, content: ComponentChildren];
type WithSections = Omit<DocsPage, "children"> & { sections: readonly Section[] };

export const docsPage = (page: DocsPage | WithSections): DocsPage =>
  "sections" in page
    ? {
        ...page,
        contents: page.sections.map(([anchor, title]) => [anchor, title]),
        children: page.sections.map(([anchor, title, content]) => (
          <section key={anchor} id={anchor}>
            <h2>{title}</h2>
            {content}
          </section>
        )),
      }
    : page;

/** A docs page as HTML. The content comes first on a phone, and the navigation is a closed list above it. */
export const docsResult = (page: DocsPage, statusCode = 200): Result => {
  const { path, title, description, contents = [], lead, beside, children } = page;
  return htmlResult(
    statusCode,
    title,
    <div class={beside ? "docs with-samples" : "docs"}>
      <div class="docs-nav">
        <div class="docs-bar">
          <details class="docs-menu">
            <summary>Menu</summary>
            <Menu path={path} />
          </details>
          <a class="docs-search" href={searchPath} data-search aria-keyshortcuts="/">
            Search <kbd>/</kbd>
          </a>
        </div>
        <aside class="docs-side" aria-label="Documentation">
          <Menu path={path} />
        </aside>
      </div>
      <article class="docs-lead">
        <h1>
          <Breakable name={title} />
        </h1>
        {lead}
        {contents.length > 1 && (
          <details class="docs-contents">
            <summary>On this page</summary>
            <Contents of={contents} />
          </details>
        )}
      </article>
      {(beside || contents.length > 1) && (
        <aside class="docs-beside" aria-label={beside ? "Samples" : "On this page"}>
          {beside ?? (
            <>
              <h2>On this page</h2>
              <Contents of={contents} />
            </>
          )}
        </aside>
      )}
      <div class="docs-body">
        {children}
        <Neighbors path={path} />
        <p class="quiet" role="status" data-said />
      </div>
      <SearchDialog />
    </div>,
    {
      description,
      script: DOCS_SCRIPT,
      loadsScripts: true,
      ...(statusCode === 200 && { maxAge: 300, markdownPath: markdownPath(path) }),
      path: brand.docsPath,
      wide: true,
      forDevelopers: true,
    },
  );
};

/** The script opens it. Without JavaScript, the link to it leads to a page that says so. */
const SearchDialog = () => (
  <dialog class="docs-find" data-search-dialog aria-label="Search the documentation">
    <form method="dialog">
      <label for="search">Search the documentation</label>
      <input id="search" type="search" autocomplete="off" spellcheck={false} />
      <button type="submit" class="button second">
        Close
      </button>
    </form>
    <p class="soft" role="status" />
    <ul />
    <p class="fine">
      <a href={allPagesEntry.path}>All pages</a>
    </p>
  </dialog>
);

/** A block of text with a Copy button. Only the button needs JavaScript. */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <div class="copyable">
    <Pre>
      <OwnText text={text} />
    </Pre>
    <button type="button" class="js-only" data-copy aria-label={`Copy ${label}`}>
      Copy
    </button>
  </div>
);

/** Long lines scroll, so the block takes the keyboard's focus. */
const Pre = ({ children }: { children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the block
  <pre tabIndex={0}>
    <code>{children}</code>
  </pre>
);

export const JsonBlock = ({ value }: { value: unknown }) => <Pre>{JSON.stringify(value, null, 2)}</Pre>;

export const ErrorLink = ({ code }: { code: ErrorCode }) => (
  <a href={errorPath(code)}>
    <CodeName name={code} />
  </a>
);

export const errorCells = (code: ErrorCode, more?: string) => [
  <>
    <ErrorLink code={code} />
    <small>{errors[code][0]}</small>
  </>,
  <>
    <Prose text={errors[code][2]} />
    {more && (
      <small>
        <Prose text={more} />
      </small>
    )}
  </>,
];

import type { ComponentChildren } from "preact";
import { brand } from "../../domain/brand.ts";
import type { Result } from "../../http/serve/responses.ts";
import { htmlResult, type Link, Links } from "../layout/layout.tsx";
import { OwnText } from "./docs-key.tsx";

type DocsPage = {
  path: string;
  title: string;
  description: string;
  /** The page's anchors and their labels. */
  contents: readonly (readonly [anchor: string, label: string])[];
  /** The other pages of the same section. */
  siblings?: readonly Link[];
  children: ComponentChildren;
};

/** A docs page with links to the others. */
export const docsPage = ({ path, title, description, contents, siblings, children }: DocsPage): Result =>
  htmlResult(
    200,
    title,
    <div class="docs">
      <aside aria-label="Documentation">
        <nav aria-label="Documentation">
          <Links to={docsLinks} path={path} />
        </nav>
        {siblings && (
          <nav aria-labelledby="siblings">
            <h2 id="siblings">Platform API reference</h2>
            <Links to={siblings} path={path} />
          </nav>
        )}
        <nav aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <Links to={contents.map(([anchor, label]) => [`#${anchor}`, label])} />
        </nav>
      </aside>
      <div>
        <h1>{title}</h1>
        {children}
        <p class="quiet" role="status" data-said />
      </div>
    </div>,
    { description, script: DOCS_SCRIPT, maxAge: 300, path: brand.docsPath, wide: true, forDevelopers: true },
  );

const docsLinks: readonly Link[] = [
  [brand.docsPath, "Agent API reference"],
  [`${brand.docsPath}/quick-start`, "Quick start"],
  [`${brand.docsPath}/assistants`, "Assistants"],
  [`${brand.docsPath}/testing`, "Testing"],
  [`${brand.docsPath}/platform`, "Platform API guide"],
  [`${brand.docsPath}/webhooks`, "Webhooks guide"],
  [`${brand.docsPath}/errors`, "Errors"],
];

/** A block of text with a Copy button. Only the button needs JavaScript. */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <div class="copyable">
    <pre>
      <code>
        <OwnText text={text} />
      </code>
    </pre>
    <button type="button" class="js-only" data-copy aria-label={`Copy ${label}`}>
      Copy
    </button>
  </div>
);

export const JsonBlock = ({ value }: { value: unknown }) => (
  <pre>
    <code>{JSON.stringify(value, null, 2)}</code>
  </pre>
);

export const ErrorLink = ({ code }: { code: string }) => (
  <a href={`${brand.docsPath}/errors#${code}`}>
    <code>{code}</code>
  </a>
);

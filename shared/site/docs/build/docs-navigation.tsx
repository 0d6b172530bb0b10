import { type Link, Links } from "../../../pages/layout/layout.tsx";
import { Breakable } from "../docs-breakable.tsx";
import { allDocsEntries, docsGroups, pagesBelow } from "../docs-sections.ts";

export type ContentsLink = readonly [anchor: string, label: string];

export const Contents = ({ of }: { of: readonly ContentsLink[] }) => (
  <nav aria-label="On this page">
    <Links to={of.map(([anchor, label]) => [`#${anchor}`, label])} />
  </nav>
);

export const Menu = ({ path }: { path: string }) => (
  <nav aria-label="Documentation">
    {docsGroups.map(({ title, entries }) => (
      <div key={title}>
        <p class="docs-group">{title}</p>
        <ul>
          {entries.map((entry) => (
            <li key={entry.path}>
              <MenuLink to={entry} path={path} />
              {isWithin(path, entry.path) && (
                <ul>
                  {pagesBelow[entry.path]?.map((below) => (
                    <li key={below.path}>
                      <MenuLink to={below} path={path} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const isWithin = (path: string, list: string) =>
  pagesBelow[list] !== undefined && (path === list || path.startsWith(`${list}/`));

const MenuLink = ({ to, path }: { to: { path: string; title: string }; path: string }) => (
  <a href={to.path} {...(to.path === path && { "aria-current": "page" })}>
    <Breakable name={to.title} />
  </a>
);

export const Neighbors = ({ path }: { path: string }) => {
  const at = allDocsEntries.findIndex((entry) => entry.path === path);
  if (at < 0) return null;
  const before = allDocsEntries[at - 1];
  const after = allDocsEntries[at + 1];
  const links: Link[] = [];
  if (before) links.push([before.path, `Previous: ${before.title}`]);
  if (after) links.push([after.path, `Next: ${after.title}`]);
  return (
    <nav class="docs-neighbors" aria-label="Next pages">
      <Links to={links} />
    </nav>
  );
};

import { agentApi } from "../../contract/agent-api.ts";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { platformApi, platformDescription } from "../../contract/platform-api.ts";
import { catalogue } from "../../domain/event/event-catalogue.ts";
import type { EventType } from "../../domain/event/event-type.ts";
import { docsPath, operationPath, sectionPage } from "../../contract/docs-paths.ts";
import {
  agentEntry,
  allPagesEntry,
  type DocsEntry,
  errorsEntry,
  eventsEntry,
  guidePages,
  startPages,
} from "./docs-guides.ts";

export const platformSections: readonly string[] = Object.keys(platformDescription.tags);

export const errorPath = (code: ErrorCode): string => `${errorsEntry.path}/${code}`;
export const eventPath = (type: EventType): string => `${eventsEntry.path}/${type}`;

const platformLists: readonly DocsEntry[] = platformSections.map((tag) => ({
  path: docsPath(sectionPage(tag)),
  title: tag === "Description" ? "OpenAPI document" : tag,
  about: platformDescription.tags[tag] ?? "",
}));

export type DocsGroup = { title: string; entries: readonly DocsEntry[] };

export const docsGroups: readonly DocsGroup[] = [
  { title: "Start", entries: startPages },
  { title: "Guides", entries: guidePages },
  { title: "Reference", entries: [agentEntry, errorsEntry, eventsEntry] },
  { title: "Platform API", entries: platformLists },
];

const operationEntries = (operations: readonly Operation[]): DocsEntry[] =>
  operations.map((op) => ({
    path: operationPath(op),
    title: op.summary,
    about: `\`${op.method} ${op.path}\``,
  }));

export const pagesBelow: Readonly<Record<string, readonly DocsEntry[]>> = {
  [agentEntry.path]: operationEntries(agentApi),
  ...Object.fromEntries(
    platformSections.map((tag) => [
      docsPath(sectionPage(tag)),
      operationEntries(platformApi.filter((op) => op.tag === tag)),
    ]),
  ),
  [errorsEntry.path]: (Object.keys(errors) as ErrorCode[]).map((code) => ({
    path: errorPath(code),
    title: code,
    about: errors[code][2],
  })),
  [eventsEntry.path]: (Object.keys(catalogue) as EventType[]).map((type) => ({
    path: eventPath(type),
    title: type,
    about: catalogue[type].meaning,
  })),
};

export const allDocsEntries: readonly DocsEntry[] = [
  ...docsGroups.flatMap(({ entries }) =>
    entries.flatMap((entry) => [entry, ...(pagesBelow[entry.path] ?? [])]),
  ),
  allPagesEntry,
];

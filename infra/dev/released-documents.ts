import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentApi, agentDescription } from "../../shared/contract/agent-api.ts";
import { openapi } from "../../shared/contract/openapi/openapi.ts";
import { platformApi, platformDescription } from "../../shared/contract/platform-api.ts";
import { changesBetween } from "./document-changes.ts";
import type { DocumentChange, OpenApi } from "./document-parts.ts";

export type ApiName = "agent" | "platform";
export const apis: readonly ApiName[] = ["agent", "platform"];

/** Any address: the released documents name none that a client calls. */
const BASE_URL = "https://api.example.com";

/** The documents as the sources print them. */
export const currentDocument = (api: ApiName): OpenApi =>
  (api === "agent"
    ? openapi(agentApi, agentDescription, BASE_URL)
    : openapi(platformApi, platformDescription, BASE_URL)) as OpenApi;

const folder = join(import.meta.dirname, "..", "..", "shared", "contract", "released");
const fileOf = (api: ApiName) => join(folder, `${api}.json`);
const changesFile = join(folder, "changes.json");

export const releasedDocument = (api: ApiName): OpenApi => JSON.parse(readFileSync(fileOf(api), "utf8"));

export function keepAsReleased(api: ApiName, now: Date): void {
  const releases: Release[] = JSON.parse(readFileSync(changesFile, "utf8"));
  const release = releaseOf(api, releasedDocument(api), currentDocument(api), now);
  if (release.changes.length > 0) writeJson(changesFile, [...releases, release]);
  writeJson(fileOf(api), withoutTexts(currentDocument(api)));
}

type Release = { api: ApiName; version: string; date: string; changes: DocumentChange[] };

const releaseOf = (api: ApiName, older: OpenApi, newer: OpenApi, now: Date): Release => ({
  api,
  version: newer.info.version,
  date: now.toISOString().slice(0, 10),
  changes: changesBetween(older, newer),
});

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** The part that clients depend on. The texts would be most of the file. */
function withoutTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutTexts);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isText(key, value))
      .map(([key, value]) => [key, key === "x-extensible-enum" ? value : withoutTexts(value)]),
  );
}

/** A field may have one of these names too, but its schema is an object. */
const isText = (key: string, value: unknown) =>
  (["description", "summary"].includes(key) && typeof value === "string") ||
  (key === "examples" && (Array.isArray(value) || JSON.stringify(value).includes('"value":'))) ||
  key === "example";

const majorOf = ({ info }: OpenApi) => Number(info.version.split(".")[0]);

/** The breaking changes that the version does not announce. */
export const unannounced = (older: OpenApi, newer: OpenApi): DocumentChange[] =>
  majorOf(newer) > majorOf(older) ? [] : changesBetween(older, newer).filter(({ isBreaking }) => isBreaking);

export function changelog(older: OpenApi, newer: OpenApi): string {
  const changes = changesBetween(older, newer);
  const section = (title: string, some: readonly DocumentChange[]) =>
    some.length > 0 ? ["", `## ${title}`, "", ...some.map(({ text }) => `- ${text}`)] : [];
  return [
    `# ${newer.info.title}: ${older.info.version} to ${newer.info.version}`,
    ...(changes.length === 0 ? ["", "No changes but of texts and examples."] : []),
    ...section(
      "Breaking",
      changes.filter(({ isBreaking }) => isBreaking),
    ),
    ...section(
      "Compatible",
      changes.filter(({ isBreaking }) => !isBreaking),
    ),
    "",
  ].join("\n");
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { Cloud } from "../cloud/cloud.ts";
import { artifactsDir } from "../process/artifacts.ts";
import { documents, laterBody, recordReplies, type Sent } from "./corpus.ts";

export type Api = Sent["api"];
export const apis: readonly Api[] = ["agent", "platform"];

/** The schemas of the first documents, whose replies were closed. Each test fails on them, as clients did. */
const closedDocuments: Record<Api, Json> = JSON.parse(
  readFileSync(join(import.meta.dirname, "closed-documents.json"), "utf8"),
);

/** A document for a generator, with what the service sent, and as a later release may send it. */
type Case = { document: Json; sent: Sent[]; later: Sent[] };

export type Corpus = { now: Record<Api, Case>; closed: Record<Api, Case>; sent: Sent[] };

export async function corpusOf(cloud: Cloud): Promise<Corpus> {
  const sent = await recordReplies(cloud);
  const later = sent.map((one) => ({ ...one, body: laterBody(one) }));
  const caseOf = (all: Record<Api, Json>, api: Api): Case => {
    const isOf = (one: Sent) => one.api === api && one.schema in all[api].components.schemas;
    return { document: all[api], sent: sent.filter(isOf), later: later.filter(isOf) };
  };
  const casesOf = (all: Record<Api, Json>) => ({
    agent: caseOf(all, "agent"),
    platform: caseOf(all, "platform"),
  });
  return { now: casesOf(documents), closed: casesOf(closedDocuments), sent };
}

/** An empty folder for a generator's output, outside of the sources. */
export function emptyFolder(name: string): string {
  const folder = join(artifactsDir, "generated", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function writeJson(file: string, value: unknown): string {
  writeFileSync(file, JSON.stringify(value));
  return file;
}

import { existsSync, readFileSync, statSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../base/root.ts";

/** A place in a file. Lines and columns count from 1. */
export type CodePlace = { file: string; line: number; column: number };

/** A map's source from the project's root. It is relative to a folder of it, or a debugger's URL. */
export const sourcePath = (source: string): string =>
  source.startsWith("file:") ? relative(root, fileURLToPath(source)) : source.replace(/^(?:\.\.\/)+/, "");

/** The place that a stack frame names. The name of a folder may have spaces and parentheses. */
export function placeOf(frame: string): CodePlace | undefined {
  const [, url = "", line, column] =
    /(?:^|[\s(])((?:file:\/\/|\/)[^<>]+|[^\s()]+):(\d+):(\d+)\)?$/.exec(frame.trim()) ?? [];
  if (!url) return undefined;
  const file = url.startsWith("file://") ? fileURLToPath(url) : url;
  return { file, line: Number(line), column: Number(column) };
}

/** Beside the file, if that is a copy for a debugger, else in `source-maps`, beside `functions`. */
export const mapOf = (file: string): string => {
  if (existsSync(`${file}.map`)) return `${file}.map`;
  const folder = dirname(file);
  return join(dirname(folder), "..", "source-maps", basename(folder), `${basename(file)}.map`);
};

export function sourcePlace({ line, column }: CodePlace, mapFile: string): CodePlace | undefined {
  const entry = mapIn(mapFile)?.findEntry(line - 1, column - 1);
  if (!entry || !("originalSource" in entry) || entry.originalSource === undefined) return undefined;
  // A place after the end of the bundle finds its last entry.
  if (entry.generatedLine !== line - 1) return undefined;
  const { originalSource, originalLine, originalColumn } = entry;
  return { file: sourcePath(originalSource), line: originalLine + 1, column: originalColumn + 1 };
}

/** Reading one takes tens of milliseconds, and faults repeat. */
const cache = new Map<string, { changedAt: number; map: SourceMap }>();
const MAX_MAPS = 8;

function mapIn(file: string): SourceMap | undefined {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (changedAt === undefined) return undefined;
  const known = cache.get(file);
  if (known?.changedAt === changedAt) return known.map;
  const map = new SourceMap(JSON.parse(readFileSync(file, "utf8")));
  cache.set(file, { changedAt, map });
  for (const oldest of [...cache.keys()].slice(0, -MAX_MAPS)) cache.delete(oldest);
  return map;
}

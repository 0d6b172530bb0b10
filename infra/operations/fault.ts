import { existsSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join } from "node:path";
import { type CodePlace, mapOf, placeOf, sourcePlace } from "../local/source-maps/mapped-frames.ts";
import { optionsOf, word } from "../local/base/options.ts";
import { exitCodes, Stop } from "../local/base/stop.ts";

const FAULT_HELP = `Usage: npm run ops -- fault FRAMES [--function NAME] [--assembly DIR]

Prints the file and the line in the sources of each frame of a fault. FRAMES is a fault's log line, or frames such as
index.mjs:42:16359, or - to read them from the standard input. It runs in a checkout of the deployed commit, after
npm run synth: the same sources give the same bundles.

  --function NAME  the function's name, such as start-signup, if FRAMES does not name it
  --assembly DIR   the synthesised assembly that has the source maps (default cdk.out)
  --help           print this
`;

const ASSEMBLY = join(import.meta.dirname, "..", "..", "cdk.out");
const unread = (message: string) => new Stop(message, exitCodes.REFUSED);

export function placesOfFault(args: readonly string[]): string {
  const options = { function: word, assembly: { ...word, default: ASSEMBLY } };
  const { values, positionals } = optionsOf({ args: [...args], allowPositionals: true, options }, FAULT_HELP);
  const typed = positionals.join("\n").trim();
  const lines = typed === "-" ? readFileSync(0, "utf8") : typed;
  const frames = lines.match(/[^\s("'\\]+\.mjs:\d+:\d+/g) ?? [];
  const places = frames.flatMap((frame) => placeOf(frame) ?? []).filter(isInBundle);
  if (places.length === 0)
    throw unread("FRAMES has no frame such as index.mjs:42:16359. Paste a fault's log line, or its frames.");
  const [, logged] = /\\?"bundle\\?"\s*:\s*\\?"([\w-]+)/.exec(lines) ?? [];
  return places
    .map((place) => lineOf(place, mapFor(place, values.function ?? logged, values.assembly)))
    .join("\n");
}

/** The other frames are in the program that runs the bundle: Lambda's, or the local cloud's. */
const isInBundle = ({ file }: CodePlace): boolean =>
  !isAbsolute(file) || file.startsWith("/var/task/") || existsSync(mapOf(file));

/** The frames of the local cloud name a folder of this machine. Those of AWS name none. */
function mapFor({ file }: CodePlace, name: string | undefined, assembly: string): string {
  if (existsSync(mapOf(file))) return mapOf(file);
  if (name === undefined)
    throw unread("FRAMES names no function. Paste the whole log line, or add --function NAME.");
  const map = join(assembly, "source-maps", name, `${basename(file)}.map`);
  if (existsSync(map)) return map;
  throw unread(
    `${assembly} has no source map of ${name}/${basename(file)}. Check out the deployed commit, then run npm ci and npm run synth.`,
  );
}

function lineOf(place: CodePlace, map: string): string {
  const source = sourcePlace(place, map);
  if (!source)
    throw unread(
      `${basename(place.file)}:${place.line}:${place.column} is in no source. The frame and ${map} are of different commits.`,
    );
  return `${source.file}:${source.line}:${source.column}`;
}

import { relative } from "node:path";
import { type CodePlace, mapOf, placeOf, sourcePlace } from "../source-maps/mapped-frames.ts";
import { root } from "../sources/stamp.ts";
import type { Thrown } from "./invocation.ts";

const MAX_FRAMES = 8;

/**
 * A function's error, for the terminal: its message, its places in the sources, and the request. An AWS error
 * is an answer, so only the call that got it matters.
 */
export function thrownText(
  functionName: string,
  { name, message, stack, requestId, isAnswer }: Thrown,
): string {
  const places = placesIn(stack.replace(message, ""));
  const when = requestId === "" ? "while it was loaded" : `request ${requestId}`;
  const head = `${functionName} failed: ${name}: ${message} (${when})`;
  return [head, ...places.slice(0, isAnswer ? 1 : MAX_FRAMES)].join("\n    at ");
}

/** The frames in the project's own files. Without any, all of them. */
function placesIn(stack: string): string[] {
  const places = stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .flatMap((line) => placeOf(line) ?? [])
    .map((place) => sourcePlace(place, mapOf(place.file)) ?? { ...place, file: relative(root, place.file) });
  const own = places.filter(({ file }) => !/(^|\/)node_modules\/|^node:|lambda-environment/.test(file));
  return (own.length > 0 ? own : places).map(placeText);
}

const placeText = ({ file, line, column }: CodePlace) => `${file}:${line}:${column}`;

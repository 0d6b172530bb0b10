import { relative } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import type { Failure } from "../base/ports.ts";
import { root } from "../base/root.ts";
import { type CodePlace, mapOf, placeOf, sourcePlace } from "../source-maps/mapped-frames.ts";
import type { Thrown } from "./invocation.ts";

const MAX_FRAMES = 8;

/** Its message, its places in the sources, and the request. An AWS error matters to its caller only. */
export function thrownText(
  functionName: string,
  { name, message, stack, requestId, isAnswer }: Thrown,
): string {
  const places = placesIn(stack.replace(message, ""));
  const when = requestId === "" ? "while it was loaded" : `request ${requestId}`;
  const head = `${functionName} failed: ${name}: ${message} (${when})`;
  return [head, ...places.slice(0, isAnswer ? 1 : MAX_FRAMES)].join("\n    at ");
}

export function brokenText({ name, message, stack }: Thrown): string {
  const [place] = placesIn(stack.replace(message, ""));
  return [place, name, message].filter(Boolean).join(": ");
}

/** The outcome of an invocation for which no environment could start. A failure names its place itself. */
export function notStarted(functionName: string, error: Error): Failure {
  const { message } = error;
  const broken = error instanceof StartupFailure ? message : `${functionName}: ${message}`;
  return { ok: false, errorType: "Runtime.ExitError", errorMessage: message, broken };
}

/** The frames in the project's own files. Without any, all of them. */
function placesIn(stack: string): string[] {
  const places = stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .flatMap((line) => placeOf(line) ?? [])
    .map((place) => sourcePlace(place, mapOf(place.file)) ?? { ...place, file: relative(root, place.file) });
  const serviceFrames = places.filter(
    ({ file }) => !/(^|\/)node_modules\/|^node:|lambda-environment/.test(file),
  );
  return (serviceFrames.length > 0 ? serviceFrames : places).map(placeText);
}

const placeText = ({ file, line, column }: CodePlace) => `${file}:${line}:${column}`;

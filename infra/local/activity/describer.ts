import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Outcome } from "../base/ports.ts";

type Json = Record<string, unknown>;

export type Line = { kind: string; what: string; result: string; failed: boolean };

export type Seen = {
  function: string;
  /** What invoked the function: a batch of records, or a state's or command's input. Absent for a request. */
  event?: unknown;
  log: Json[];
  ok: boolean;
};

/** Turns an invocation into lines. Each changes what it names of the generic line. Undefined: generic. */
export type Describer = (seen: Seen) => Partial<Line>[] | undefined;

/** `describe` in `file`. Without that file, or if it throws, lines are generic. */
export async function loadDescriber(file: string, warn: (message: string) => void): Promise<Describer> {
  if (!existsSync(file)) return () => undefined;
  const { describe } = (await import(pathToFileURL(file).href)) as { describe: Describer };
  let warned = false;
  return (seen) => {
    try {
      return describe(seen);
    } catch (error) {
      if (!warned) warn(`${file} cannot describe an invocation of ${seen.function}: ${error}`);
      warned = true;
      return undefined;
    }
  };
}

const KINDS = new Map<unknown, string>([
  ["aws:sqs", "queue"],
  ["aws:dynamodb", "stream"],
  ["aws.scheduler", "schedule"],
]);

/** An invocation without a request, from its event's form. The event may be any JSON value. */
export function genericLine({ function: what, event }: Seen, outcome: Outcome): Line {
  const { Records, source } = (event ?? {}) as { Records?: unknown; source?: unknown };
  const batch: (Json | null)[] = Array.isArray(Records) ? Records : [];
  const kind = KINDS.get(batch[0]?.eventSource ?? source) ?? "invoke";
  if (!outcome.ok) return { kind, what, result: outcome.errorType, failed: true };
  const records = batch.length;
  const failures = records === 0 ? 0 : failuresIn(outcome.payload);
  const done = records === 0 ? "done" : `${records} record${records === 1 ? "" : "s"}`;
  return {
    kind,
    what,
    result: failures > 0 ? `${failures} of ${records} failed` : done,
    failed: failures > 0,
  };
}

function failuresIn(payload: string): number {
  const { batchItemFailures } = (JSON.parse(payload) ?? {}) as { batchItemFailures?: unknown[] };
  return batchItemFailures?.length ?? 0;
}

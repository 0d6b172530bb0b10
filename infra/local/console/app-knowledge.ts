import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Question } from "../platform/iam.ts";
import { LEADING_KEYS } from "../platform/policies.ts";
import type { TraceStep } from "./shapes.ts";

type RefusedCall = { role: string; action: string; resource: string; keys: string[] };

export type AppKnowledge = {
  joinsIn: (text: string) => readonly string[];
  /** What the table's items say about an object, oldest first. Undefined: they say nothing. */
  timelineIn: (items: readonly Record<string, unknown>[], id: string) => Promise<TraceStep[] | undefined>;
  missingGrant: (call: RefusedCall) => string | undefined;
};

const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g;

/** What holds for any app: its ids are UUIDs, and its policies are CDK statements. */
const GENERIC: AppKnowledge = {
  joinsIn: (text) => text.match(UUID) ?? [],
  timelineIn: async () => undefined,
  missingGrant: () => undefined,
};

export async function loadKnowledge(file: string): Promise<AppKnowledge> {
  if (!existsSync(file)) return GENERIC;
  const knowledge = (await import(pathToFileURL(file).href)) as Partial<AppKnowledge>;
  // `--assembly` may name another app.
  return {
    ...GENERIC,
    ...knowledge,
    joinsIn: (text) => [...GENERIC.joinsIn(text), ...(knowledge.joinsIn?.(text) ?? [])],
  };
}

export const refusedCall = ({ role, action, resource, context }: Question): RefusedCall => ({
  role,
  action,
  resource,
  keys: [context[LEADING_KEYS] ?? []].flat(),
});

export const adviceFor = (call: RefusedCall, { missingGrant }: AppKnowledge): string =>
  missingGrant(call) ?? `Allow ${call.action} on ${call.resource} in a policy of the role ${call.role}.`;

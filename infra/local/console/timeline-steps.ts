import { logLinesOf } from "../activity/log-lines.ts";
import { jsonIn } from "../base/json.ts";
import type { DenialView, TraceStep } from "./shapes.ts";

/** What will happen is last. */
export const timeOfStep = ({ at }: TraceStep): number =>
  at === "" ? Number.POSITIVE_INFINITY : Date.parse(at);

type LogLine = { timestamp?: string; level?: string; message?: string };

/** What functions logged for the requests and invocations of some steps. */
export const stepsOfLogs = (steps: readonly TraceStep[], dataDir: string): TraceStep[] =>
  requestsOf(steps).flatMap((request) =>
    logLinesOf(dataDir, request).flatMap(({ name, line }) => {
      const { timestamp, level = "", message = "" } = (jsonIn(line) ?? {}) as LogLine;
      if (timestamp === undefined) return [];
      const failed = level === "ERROR";
      return [{ at: timestamp, kind: "log", what: message, result: level, failed, request, function: name }];
    }),
  );

const requestsOf = (steps: readonly TraceStep[]): string[] => [
  ...new Set(steps.flatMap(({ request }) => request ?? [])),
];

/** What IAM refused to the functions of some steps. A refusal has no time, so it follows the last step. */
export function stepsOfDenials(steps: readonly TraceStep[], denials: readonly DenialView[]): TraceStep[] {
  const at = steps.at(-1)?.at ?? "";
  const names = new Set(steps.flatMap((step) => step.function ?? []));
  return denials
    .filter(({ role }) => names.has(functionOf(role)))
    .map(({ role, action, advice }) => ({
      at,
      kind: "iam",
      what: `${action}: ${advice}`,
      result: "refused",
      failed: true,
      function: functionOf(role),
    }));
}

/** CDK names the role of `get-driver` GetDriverRole and eight characters. */
const functionOf = (role: string): string =>
  role
    .replace(/Role[0-9A-F]{8}$/, "")
    .replaceAll(/(?!^)[A-Z]/g, "-$&")
    .toLowerCase();

import { jsonIn } from "../base/json.ts";
import type { Outcome } from "../base/ports.ts";
import { type Describer, genericLine, type Line, type Seen } from "./describer.ts";
import { RecentCalls } from "./recent-calls.ts";
import { maskedAddress, type ShownPath, shownPath } from "./shown-text.ts";
import { requestIdOf } from "./trace.ts";

type Json = Record<string, unknown>;

/** One thing that happened in the local cloud. It names no person and holds no secret. */
export type ActivityEntry = Line & {
  at: string;
  ms?: number;
  request?: string;
  function?: string;
};

type Invoked = {
  function: string;
  requestId: string;
  payload: string;
  outcome: Outcome;
  written: string[];
  startedAt: number;
};

/** The describer turns an invocation into lines, as the local cloud does not know its functions' work. */
export class Activity {
  readonly #describe: Describer;
  readonly #listeners: Set<(entry: ActivityEntry) => void>;
  readonly #warn: (message: string) => void;
  #warned = false;
  readonly calls = new RecentCalls();
  readonly #open = new Map<string, Seen | undefined>();

  constructor(
    describe: Describer,
    listeners: ((entry: ActivityEntry) => void)[],
    warn: (message: string) => void,
  ) {
    this.#describe = describe;
    this.#listeners = new Set(listeners);
    this.#warn = warn;
  }

  listen(listener: (entry: ActivityEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A request has reached the gateway. Call `routed` before its function runs, and `answered` at the end. */
  request(method: string, target: ShownPath, requestId: string) {
    const startedAt = performance.now();
    let route: string[] | undefined;
    const routed = (segments: string[]) => {
      route = segments;
      this.#open.set(requestId, undefined);
    };
    const answered = (status: number, reason?: string) => {
      const what = `${method} ${shownPath(target, route)}`;
      const result = reason === undefined ? String(status) : `${status} ${reason}`;
      const generic = { kind: "request", what, result, failed: status >= 400 };
      const seen = this.#open.get(requestId);
      this.#open.delete(requestId);
      const ms = performance.now() - startedAt;
      this.#record(generic, { ms, request: requestId, ...(seen && { function: seen.function }) }, seen);
    };
    return { routed, answered };
  }

  mistake(what: string): void {
    this.#record({ kind: "mistake", what, result: "", failed: true }, {});
  }

  alarm(what: string, result: string): void {
    this.#record({ kind: "alarm", what, result, failed: result === "ALARM" }, {});
  }

  invoked({ function: name, requestId, payload, outcome, written, startedAt }: Invoked): void {
    const seen = { function: name, ok: outcome.ok, log: structured(written) };
    if (this.#open.has(requestId)) {
      this.#open.set(requestId, seen);
      return;
    }
    const withEvent = { ...seen, event: jsonIn(payload) };
    const about = { ms: performance.now() - startedAt, request: requestId, function: name };
    this.#record(genericLine(withEvent, outcome), about, withEvent);
  }

  /** A function has called an AWS service. Emails are the calls that a developer wants to see. */
  called(name: string, action: string, body: Json, status: number, trace: unknown): void {
    this.calls.add(name, action, body, status, trace);
    if (action !== "ses:SendEmail") return;
    const { ToAddresses = [] } = (body.Destination ?? {}) as { ToAddresses?: string[] };
    const what = `to ${ToAddresses.map(maskedAddress).join(", ")}`;
    const request = requestIdOf(String(trace));
    const failed = status !== 200;
    const line = { kind: "email", what, result: failed ? `refused ${status}` : "sent", failed };
    this.#record(line, { function: name, ...(request !== undefined && { request }) });
  }

  /** A line that cannot be shown must not disturb the local cloud, so this warns once. */
  #record(generic: Line, about: Omit<ActivityEntry, keyof Line | "at">, seen?: Seen): void {
    const at = new Date().toISOString();
    const ms = about.ms === undefined ? {} : { ms: Math.round(about.ms * 10) / 10 };
    try {
      for (const line of (seen && this.#describe(seen)) ?? [generic]) {
        const entry = { at, ...generic, ...line, ...about, ...ms };
        for (const listener of this.#listeners) listener(entry);
      }
    } catch (error) {
      if (!this.#warned) this.#warn(`A line about ${generic.kind} ${generic.what} cannot be shown: ${error}`);
      this.#warned = true;
    }
  }
}

const structured = (text: string[]): Json[] =>
  text
    .flatMap((chunk) => chunk.split("\n"))
    .map(jsonIn)
    .filter((line): line is Json => typeof line === "object" && line !== null);

import { requestIdOf } from "./trace.ts";

type Json = Record<string, unknown>;

export type RecentCall = {
  at: string;
  function: string;
  request?: string | undefined;
  action: string;
  body: Json;
  failed: boolean;
};
type Stored = Omit<RecentCall, "at" | "request"> & { at: number; trace: unknown };

const CHANGES = new Set([
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:TransactWriteItems",
  "dynamodb:BatchWriteItem",
  "sqs:SendMessage",
  "sqs:SendMessageBatch",
  "states:StartExecution",
  "ses:SendEmail",
]);
const MAX = 2_000;

/** In memory only, since their bodies have personal data. A call costs one reference. */
export class RecentCalls {
  readonly #stored: Stored[] = [];
  #next = 0;

  add(name: string, action: string, body: Json, status: number, trace: unknown): void {
    if (!CHANGES.has(action)) return;
    this.#stored[this.#next] = {
      at: Date.now(),
      function: name,
      action,
      body,
      failed: status !== 200,
      trace,
    };
    this.#next = (this.#next + 1) % MAX;
  }

  list = (): RecentCall[] =>
    [...this.#stored.slice(this.#next), ...this.#stored.slice(0, this.#next)].map(
      ({ at, trace, ...call }) => ({
        ...call,
        at: new Date(at).toISOString(),
        request: requestIdOf(String(trace)),
      }),
    );
}

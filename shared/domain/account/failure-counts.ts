/** How many failed requests of an hour are stored, for an account in one mode. The rest only count. */
export const MAX_FAILURES_AN_HOUR = 1_000;

/** The classes in which failed requests are counted. */
export type FailureClass = "limited" | "client" | "server";

export const failureClass = (status: number): FailureClass => {
  if (status === 429) return "limited";
  return status >= 500 ? "server" : "client";
};

/** The counts of an hour, such as `2026-11-21T09`, or of a day. */
export type RequestCounts = {
  time: string;
  requests: number;
  peak: number;
  limited: number;
  client: number;
  server: number;
  /** Of the requests that are timed, the number in each class. */
  latencies: readonly number[];
};

export const failedOf = ({ limited, client, server }: RequestCounts): number => limited + client + server;

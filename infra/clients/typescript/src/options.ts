export type ClientOptions = {
  /** The address of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** Milliseconds for each attempt. Default: 30,000. */
  timeout?: number | undefined;
  /** Milliseconds for a call with all its attempts and waits. Default: 120,000. */
  callTimeout?: number | undefined;
  /** Attempts after the first. Default: 3. */
  maxRetries?: number | undefined;
  /**
   * Milliseconds before the first retry. Each retry doubles them, up to 8,000. Default: 500. A negative
   * number is 0.
   */
  retryDelay?: number | undefined;
  /** Bytes that a response may have. Default: 33,554,432 (32 MiB). */
  maxResponseBytes?: number | undefined;
  /** Headers of every request. An idempotency key belongs to a call. */
  headers?: Record<string, string> | undefined;
  /** Sees each attempt after its response, for logs and metrics. Its errors are ignored. */
  onAttempt?: ((attempt: AttemptEvent) => void) | undefined;
  /** Replaces the HTTP client. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
};

/** One attempt of a call. It has no header, query or body, so no secret. */
export type AttemptEvent = {
  method: string;
  path: string;
  /** 1 is the first. */
  attempt: number;
  /** Null where no complete response arrived. */
  status: number | null;
  requestId: string | null;
  /** Milliseconds. */
  duration: number;
};

export type RequestOptions = {
  /** Default: a new random key for each call, kept for its retries. */
  idempotencyKey?: string | undefined;
  /** Stores, sends and pays nothing: the reply is the call's own, with what it would cause in `dry_run`. */
  dryRun?: boolean | undefined;
  timeout?: number | undefined;
  callTimeout?: number | undefined;
  maxRetries?: number | undefined;
  /** They replace the client's headers of the same name. */
  headers?: Record<string, string> | undefined;
  /** Cancels the call and its retries. */
  signal?: AbortSignal | undefined;
};

export type WaitOptions = RequestOptions & {
  /** Milliseconds between two reads. Default: 2,000. */
  interval?: number | undefined;
  /** Milliseconds until the wait fails. Default: 300,000. */
  waitTimeout?: number | undefined;
};

/** What a call would cause: types of events, entries of the ledger, and kinds of emails. */
export type DryRun = {
  events: string[];
  entries: { type: string; postings: { from: string; to: string; amount: number }[] }[];
  emails: string[];
};

/** One operation's request. */
export type RequestPlan = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The route. Each `{}` takes the next of `ids`: `/v1/drivers/{}` with `drv_1` is `/v1/drivers/drv_1`. */
  path: string;
  ids?: readonly string[];
  query?: object;
  body?: object;
  isList?: true;
  retry: "always" | "gone" | "refused";
  key: "none" | "header" | "body";
  /** Asks for another media type than JSON, whose bytes are the reply. */
  accept?: string;
};

export type ClientOptions = {
  /** The address of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** Milliseconds for each attempt. Default: 30,000. */
  timeout?: number;
  /** Attempts after the first. Default: 3. */
  maxRetries?: number;
  /**
   * Milliseconds before the first retry. Each retry doubles them, up to 8,000. Default: 500. A negative
   * number is 0.
   */
  retryDelay?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /** Replaces the HTTP client. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
};

export type RequestOptions = {
  /** Default: a new random key for each call, kept for its retries. */
  idempotencyKey?: string;
  timeout?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  /** Cancels the call and its retries. */
  signal?: AbortSignal;
};

export type WaitOptions = RequestOptions & {
  /** Milliseconds between two reads. Default: 2,000. */
  interval?: number;
  /** Milliseconds until the wait fails. Default: 300,000. */
  waitTimeout?: number;
};

/** One operation's request. */
export type RequestPlan = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  query?: object;
  body?: object;
  retry: "always" | "refused";
  key: "none" | "header" | "body";
  /** Asks for another media type than JSON, whose bytes are the reply. */
  accept?: string;
};

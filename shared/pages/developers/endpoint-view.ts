/** An endpoint as the dashboard shows it. */
export type EndpointView = {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  failing_since: string | null;
  /** Of the newest secret. */
  secret_created_at: string;
  previous_secret_expires_at: string | null;
  created_at: string;
  isInbox: boolean;
};

/** What the newest deliveries of an endpoint say about it. None of them: nothing is known. */
export type EndpointHealth = {
  all: number;
  delivered: number;
  atFirst: number;
  /** Not delivered, and waiting for nothing. */
  missed: number;
  waiting: number;
  p95_ms: number | undefined;
  last_success_at: string | undefined;
};

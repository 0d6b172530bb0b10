/** An endpoint as the dashboard shows it. */
export type EndpointView = {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  status: "active" | "disabled";
  disabled_reason: string | null;
  failing_since: string | null;
  secret_created_at: string;
  previous_secret_expires_at: string | null;
  created_at: string;
  isInbox: boolean;
};

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

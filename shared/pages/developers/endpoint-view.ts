import type { publicEndpoint } from "../../domain/webhook/public-endpoint.ts";

/** An endpoint as the dashboard shows it. */
export type EndpointView = ReturnType<typeof publicEndpoint> & {
  secret_created_at: string;
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

import type { Demand, QuotaTwin } from "../quotas/twin.ts";
import type { Service } from "./aws-endpoint.ts";

/** A service whose calls take from AWS's quotas, and fail with the quota's error beyond them. */
export const limited = (
  service: Service,
  twin: QuotaTwin,
  demandsOf: (operation: string, body: Record<string, unknown>) => Demand[],
): Service => ({
  ...service,
  perform: async (operation, body) => {
    const refused = twin.take(`${service.iamPrefix}:${operation}`, demandsOf(operation, body));
    if (!refused) return service.perform(operation, body);
    const { error, name } = twin.of(refused.quota);
    return {
      status: 400,
      body: { __type: `com.amazonaws.local#${error}`, message: `Rate exceeded: ${name}` },
    };
  },
});

import { failedAttemptsLimit } from "../../contract/open-routes.ts";
import { limitBySource } from "./rate-limit.ts";

const attempts = {
  "failed-key": "requests with an API key that is not valid",
  "failed-partner": "requests with an unknown `partner_id`",
} as const;

/**
 * Or throws a 429. A valid key costs no call here, and works however many others have failed at its address.
 * When the table is late, the failure's own error is returned.
 */
export const limitFailures = (name: keyof typeof attempts, source: string, now: Date): Promise<void> =>
  limitBySource({ name, method: "GET", limits: [failedAttemptsLimit], counts: attempts[name] }, source, now);

import { DAY, MINUTE } from "../domain/limit/window.ts";
import type { PageRecord } from "./operation.ts";

/** Anyone with the link can request the email, so requests are rate limited as well as emails. */
export const requestConfirmationPage = {
  name: "request-confirmation",
  routes: ["POST /signup/{signup_id}"],
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: { signup: ["get", "update"], outbox: ["put"], network: ["update"], lane: ["get"] },
} as const satisfies PageRecord;

import { DAY, MINUTE } from "../domain/window.ts";
import type { PageRecord } from "./operation.ts";

/** Anybody who has the link can have the mail sent to its owner, so the sender is limited as well as the mails are. */
export const requestConfirmationPage = {
  name: "request-confirmation",
  routes: ["POST /signup/{signup_id}"],
  limits: [
    { count: 10, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: { signup: ["get", "update"], outbox: ["put"] },
} as const satisfies PageRecord;

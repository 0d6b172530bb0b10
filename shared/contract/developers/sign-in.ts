import { DAY, MINUTE } from "../../domain/limit/window.ts";
import type { PageRecord } from "../operation.ts";

/** Anyone can get a sandbox key, so each address gets few. */
export const sandboxKeyLimit = { name: "sandbox-key", limits: [{ count: 3, seconds: DAY }] } as const;

/** Where a reader of the documentation gets a sandbox, and where the forms there send a request. */
export const SANDBOX_KEY_PATH = "/developers/sign-in/sandbox-key";
export const TRY_PATH = "/developers/sign-in/try";

/** The limits count requests for a link, because anyone can ask for one to any address. */
export const signInPage = {
  name: "developer-sign-in",
  routes: ["GET /developers", "GET /developers/sign-in/{path+}", "POST /developers/sign-in/{path+}"],
  limits: [
    { count: 5, seconds: MINUTE },
    { count: 50, seconds: DAY },
  ],
  access: {
    login: ["get", "put", "delete"],
    outbox: ["put"],
    session: ["get", "put", "update"],
    member: ["get", "query", "put", "update"],
    membership: ["query", "put", "update"],
    partner: ["get", "put"],
    partner_registration: ["put"],
    partner_directory: ["put"],
    account: ["get", "put", "update"],
    account_directory: ["put"],
    api_key: ["get", "put", "update"],
    driver: ["put"],
    driver_lookup: ["put"],
    earnings: ["put"],
    // The samples of a new account.
    batch: ["put"],
    count: ["update"],
    event: ["put"],
    webhook: ["put"],
    delivery: ["put"],
    activity: ["put"],
    idempotency: ["get", "put", "delete"],
    network: ["update"],
    lane: ["get", "update"],
  },
  // It seals the secret of the samples' endpoint, and can read no endpoint.
  secrets: ["endpoint"],
} as const satisfies PageRecord;

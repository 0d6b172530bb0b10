import type { Access } from "../domain/noun.ts";

/** What ending the savings of a deleted driver reads and changes. The person gets an email. */
export const endsSavings: Access = {
  savings: ["get", "update"],
  saver: ["update"],
  event: ["put"],
  outbox: ["put"],
};

/** What stopping all savings of a person reads and changes. No email follows. */
export const stopsSaver: Access = {
  savings: ["get", "update"],
  saver: ["collect", "get", "update"],
  driver: ["update"],
  event: ["put"],
};

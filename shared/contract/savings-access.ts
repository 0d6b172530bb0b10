import type { Access } from "../domain/noun.ts";

/** What ending an agreement reads and changes. */
export const endsSavings: Access = {
  savings: ["get", "update"],
  saver: ["update"],
  driver: ["update"],
  event: ["put"],
  outbox: ["put"],
};

/** What stopping all savings of a person reads and changes. */
export const stopsSaver: Access = { ...endsSavings, saver: ["collect", "get", "update"] };

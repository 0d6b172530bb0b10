import type { Access } from "../domain/access/noun.ts";

export const endsSavings: Access = {
  savings: ["get", "update"],
  saver: ["update"],
  event: ["put"],
  outbox: ["put"],
};

export const stopsSaver: Access = {
  savings: ["get", "update"],
  saver: ["collect", "get", "update"],
  driver: ["update"],
  event: ["put"],
};

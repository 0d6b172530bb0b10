import * as z from "zod/mini";
import { Since } from "../../domain/since.ts";
import { note, text } from "../../domain/text.ts";
import { command } from "./command.ts";

export const redriveWebhooksCommand = command({
  name: "redrive-webhooks",
  words: ["webhooks", "redrive"],
  usage: "webhooks redrive",
  summary: "Requeue dead-lettered webhook messages",
  input: z.strictObject({}),
  access: {},
});

export const redriveRelayCommand = command({
  name: "redrive-relay",
  words: ["relay", "redrive"],
  usage: "relay redrive --since TIME [--resume PLACE]",
  summary:
    "Reprocess outbox entries (of the last 7 days) and events (of the last 30) since TIME, and start failed timers again",
  input: z.strictObject({
    since: z.clone(Since),
    resume: z.optional(note(text(64), "The place that an earlier, unfinished run printed.")),
  }),
  continues: true,
  access: { outbox: ["query"], account_directory: ["query"], event: ["query"] },
});

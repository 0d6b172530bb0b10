import * as z from "zod/mini";
import { Since } from "../../domain/time/since.ts";
import { note, text } from "../../domain/text/text.ts";
import { command } from "./command.ts";

export const redriveQueuesCommand = command({
  name: "redrive-queues",
  usage: "queues redrive NAME",
  summary:
    "Move the dead letters of a queue back to it; of the queues of webhooks with NAME webhooks, of all with all",
  argument: "queue",
  input: z.strictObject({ queue: note(text(40), "A name that `list queues` prints, webhooks, or all.") }),
  access: {},
});

export const restartTimersCommand = command({
  name: "restart-timers",
  usage: "timers restart NAME",
  summary: "Let a failed timer continue, or all of the last 14 days with NAME all; done steps stay done",
  argument: "timer",
  input: z.strictObject({
    timer: note(
      z.string().check(z.regex(/^[\w-]{1,80}$/, "the name of a timer, or all")),
      "A name that `list timers` prints, or all.",
    ),
  }),
  access: {},
});

export const resendBankFileCommand = command({
  name: "resend-bank-file",
  usage: "bank resend NUMBER --reason TEXT",
  summary:
    "Put the payouts of a file that the bank rejected into the next one; the bank must not have paid any",
  argument: "file",
  input: z.strictObject({
    file: note(
      z.string().check(z.regex(/^[1-9]\d{0,7}$/, "a file's number")),
      "As `list bank-files` prints it.",
    ),
  }),
  asks: true,
  access: {},
});

export const redriveRelayCommand = command({
  name: "redrive-relay",
  usage: "relay redrive --since TIME [--resume PLACE] [--restored]",
  summary:
    "Reprocess outbox entries (of the last 7 days) and events (of the last 30) since TIME, and start failed timers again",
  input: z.strictObject({
    since: z.clone(Since),
    resume: z.optional(note(text(100), "The place that an earlier, unfinished run printed.")),
    restored: z.optional(
      note(z.boolean(), "After a restore of the table: start again also timers that ended well."),
    ),
  }),
  continues: true,
  access: { outbox: ["query"], account_directory: ["query"], event: ["query"] },
});

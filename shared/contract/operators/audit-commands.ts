import * as z from "zod/mini";
import { Since } from "../../domain/since.ts";
import { note, text } from "../../domain/text.ts";
import { command } from "./command.ts";

export const listAuditCommand = command({
  name: "list-audit",
  usage: "audit list [--since TIME] [--command NAME]",
  summary: "List what operators did, the newest first: the last 100 actions since TIME (default 30d)",
  input: z.strictObject({
    since: z.optional(z.clone(Since)),
    command: z.optional(note(text(40), "Only this command, such as erase-signup.")),
  }),
  access: { audit: ["query"] },
});

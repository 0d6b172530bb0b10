import * as z from "zod/mini";
import { note } from "../../domain/text.ts";
import { command } from "./command.ts";

export const showReceiptsCommand = command({
  name: "show-receipts",
  usage: "receipts show ID",
  summary: "Show the receipts of a signup or a driver, the oldest first, as stored: also after an erasure",
  argument: "id",
  input: z.strictObject({
    id: note(
      z.string().check(z.regex(/^[a-z]{2,10}_[\w-]{1,60}$/, "the id of a signup or a driver")),
      "The id of a signup or a driver: `sub` of a receipt.",
    ),
  }),
  access: { receipt: ["query"] },
});

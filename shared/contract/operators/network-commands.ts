import * as z from "zod/mini";
import { note } from "../../domain/text/text.ts";
import { command } from "./command.ts";

const Network = z
  .string()
  .check(
    z.regex(
      /^(\d{1,3}(\.\d{1,3}){2}\.0\/24|[0-9a-f]{1,4}(:[0-9a-f]{1,4}){2}::\/48)$/,
      "a network such as `203.0.113.0/24` or `2001:db8:1::/48`, as `list networks` prints it",
    ),
  );

const input = { network: note(z.clone(Network), "A network that `list networks` prints.") };

export const blockNetworkCommand = command({
  name: "block-network",
  usage: "networks block NETWORK [--days DAYS] --reason TEXT",
  summary:
    "Block a network for 7 days or as given: it starts no signup, and asks for no email and no sandbox key",
  argument: "network",
  input: z.strictObject({
    ...input,
    days: z.optional(
      note(z.string().check(z.regex(/^([1-9]|[1-8]\d|90)$/, "a number from 1 to 90")), "1 to 90."),
    ),
  }),
  asks: true,
  access: { network: ["update"] },
});

export const unblockNetworkCommand = command({
  name: "unblock-network",
  usage: "networks unblock NETWORK",
  summary: "End the block of a network",
  argument: "network",
  input: z.strictObject(input),
  access: { network: ["update"] },
});

import * as z from "zod/mini";
import { note, text } from "../domain/text.ts";
import { command } from "./operation.ts";
import { SignupId } from "./shapes.ts";

export const openAccount = command({
  name: "open-account",
  group: "signups",
  usage: "signups open-account ID --reason TEXT",
  summary: "Say that the account of a confirmed live signup was opened",
  argument: "signup_id",
  input: z.strictObject({
    signup_id: note(SignupId, "A live signup that is on the waitlist."),
    reason: note(text(200), "Why, for who reads the item later."),
  }),
  access: { signup: ["get", "update"], signup_email: ["update"] },
});

/** What operators can do by `npm run ops`, on AWS and on the local cloud. None has a route. */
export const commands = [openAccount] as const;

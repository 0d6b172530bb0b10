import * as z from "zod/mini";
import { note } from "../../domain/text/text.ts";
import { SignupId } from "../shapes.ts";
import { command } from "./command.ts";

export const openAccountCommand = command({
  name: "open-account",
  usage: "signups open-account ID --reason TEXT",
  summary: "Mark the IRA of a confirmed live signup as opened, which cannot be undone",
  argument: "signup_id",
  input: z.strictObject({ signup_id: note(z.clone(SignupId), "The signup's id.") }),
  asks: true,
  access: { signup: ["get", "update"], signup_email: ["update"], signup_directory: ["put"] },
});

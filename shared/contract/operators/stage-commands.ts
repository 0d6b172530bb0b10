import * as z from "zod/mini";
import { command } from "./command.ts";

export const checkStageCommand = command({
  name: "check-stage",
  usage: "stage check",
  summary: "Show the stage's address, and whether IAM refuses the items of other functions",
  input: z.strictObject({}),
  access: {},
});

import { statusConflict } from "../../contract/errors.ts";
import type { Moved } from "../../store/driver/driver-changes.ts";
import { unknownDriver } from "./require-driver.ts";

export const externalIdTaken = () =>
  statusConflict(
    "Another of your drivers has this `external_id`. Use a different one, or update that driver.",
    "external_id",
  );

export function requireMoved<Answer>(moved: Moved<Answer>): Answer {
  if ("answer" in moved) return moved.answer;
  throw moved.refused === "taken" ? externalIdTaken() : unknownDriver("id");
}

import { Problem } from "../../contract/errors.ts";
import type { Owner } from "../../domain/item/owner.ts";

export function requireTestMode({ mode }: Owner): void {
  if (mode !== "test")
    throw new Problem("route_not_found", "Test helpers work only in the sandbox. Use a test key.");
}

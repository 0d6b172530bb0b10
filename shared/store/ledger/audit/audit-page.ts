import type { Owner } from "../../../domain/item/owner.ts";
import { auditDrivers } from "./audit-drivers.ts";
import { auditEntries } from "./audit-entries.ts";
import { auditContributions, auditPayouts } from "./audit-payouts.ts";
import type { AuditedPage, AuditPlace } from "./audit-place.ts";
import { auditSettlement } from "./audit-settlements.ts";

/** Audits the next items of an owner. All that it needs of them is read after them, so it is as new. */
export function auditPage(owner: Owner, place: AuditPlace, now: Date): Promise<AuditedPage> {
  switch (place.part) {
    case "entries":
      return auditEntries(owner, place);
    case "payouts":
      return auditPayouts(owner, place);
    case "contributions":
      return auditContributions(owner, place);
    case "drivers":
    case "deleted":
      return auditDrivers(owner, place);
    case "settlements":
      return auditSettlement(owner, place, now);
  }
}

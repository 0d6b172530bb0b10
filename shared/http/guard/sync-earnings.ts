import { openPeriod } from "../../domain/earnings/connection.ts";
import { isLive, type Owner } from "../../domain/item/owner.ts";
import { findConnection } from "../../store/earnings/earnings.ts";
import { putSync, type Synced } from "../../store/earnings/syncs.ts";
import { isDryRun } from "../../store/table/dry-run.ts";
import type { Write } from "../../store/table/table.ts";
import { adapterOf } from "./adapters.ts";

/** Days that are not final. `remember`: makes the write of the answer. Undefined: no such connection. */
export async function syncEarnings(
  owner: Owner,
  driverId: string,
  platform: string,
  now: Date,
  remember: (synced: Synced) => Write | undefined = () => undefined,
): Promise<Synced | undefined> {
  const source = adapterOf(owner.mode, "earnings");
  const connection = await findConnection(owner, driverId, platform);
  if (connection?.status !== "connected") return undefined;
  const period = openPeriod(connection, now);
  // Only the sandbox's figures are known without a call.
  const isUnknown = isDryRun() && isLive(owner);
  const rows = isUnknown ? [] : await source.earnings(driverId, platform, period);
  return putSync({ owner, driverId, connection, read: { period, rows }, now, remember });
}

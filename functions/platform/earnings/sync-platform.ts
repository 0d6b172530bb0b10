import { missing } from "../../../shared/contract/errors.ts";
import { syncPlatformOperation } from "../../../shared/contract/platform/earnings/sync-platform.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { syncEarnings } from "../../../shared/http/guard/sync-earnings.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import type { Synced } from "../../../shared/store/earnings/syncs.ts";

export const handler = servePlatform(syncPlatformOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params: { driver_id, platform } }, { owner, now, reply, remember }) => {
    const show = (synced: Synced) =>
      reply("synced", { object: "earnings_sync", driver_id, platform, ...synced });
    const synced = await syncEarnings(owner, driver_id, platform, now, (done) => remember(show(done)));
    if (synced) return show(synced);
    throw missing("The driver has no connection to this gig platform.", "platform");
  },
});

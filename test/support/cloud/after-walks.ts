import { setClock } from "../../../infra/local/test/support/clock-ahead.ts";
import { newFolder } from "../../../infra/local/test/support/cloud-process.ts";

/**
 * The folder of a local cloud that starts tomorrow at 7:00 UTC. The tax walks of 6:00 write and relay records
 * without a request, which a test that counts all of them would count too.
 */
export function folderAfterWalks(): string {
  const folder = newFolder();
  setClock(folder, new Date().setUTCHours(24 + 7, 0, 0, 0));
  return folder;
}

import { keys } from "../keys/keys.ts";
import { findItem } from "./reads.ts";

/** Monitors wait a few seconds. The first read of an environment also opens the connection. */
const DEADLINE_MS = 2_000;

export async function findReadiness(): Promise<void> {
  await findItem(keys.health(), { consistent: false, abortSignal: AbortSignal.timeout(DEADLINE_MS) });
}

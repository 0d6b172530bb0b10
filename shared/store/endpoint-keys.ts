import { hkdfSync } from "node:crypto";
import { readSecret } from "./secrets.ts";

/**
 * The keys that seal endpoints' secrets, newest first; the first one seals. The stack makes one; an operator who wants another puts it
 * before the old one, with a comma between, so that what the old one sealed still opens.
 */
export async function readEndpointKeys(): Promise<[Uint8Array, ...Uint8Array[]]> {
  const [newest = "", ...older] = (await readSecret("endpoint")).split(",");
  return [keyFrom(newest), ...older.map(keyFrom)];
}

const keyFrom = (text: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", text.trim(), "", "webhook endpoint secrets", 32));

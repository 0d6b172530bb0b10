import { randomInt } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";

/**
 * For engines that check no credentials: a page knows ports, but finds no address. Only Linux has several.
 */
export const ownLoopback = (): string =>
  process.platform === "linux"
    ? `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`
    : "127.0.0.1";

export async function freePort(host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

import { once } from "node:events";
import { connect as connectTcp, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { isPublicAddress } from "./address.ts";
import type { Target } from "./target.ts";

export type ConnectOptions = {
  signal: AbortSignal;
  isPublic?: ((address: string) => boolean) | undefined;
  ca?: string | undefined;
};

/** Node abandons an address after 250 ms, too soon for a distant receiver. So three may fail in the time. */
const ADDRESS_MS = 1_500;

/** `connect`: no TCP connection. `tls`: no trusted TLS session. `elsewhere`: a forbidden address. */
export type NotConnected = "connect" | "tls" | "elsewhere";

/** Without resolving the name again. The peer's address is checked before anything is sent, TLS included. */
export async function connectPinned(
  { url, local }: Target,
  addresses: readonly string[],
  { signal, isPublic = isPublicAddress, ca }: ConnectOptions,
): Promise<Socket | NotConnected> {
  const { hostname } = url;
  const secure = url.protocol === "https:";
  const port = Number(url.port || (secure ? 443 : 80));
  const socket = connectTcp({
    host: hostname,
    port,
    lookup: only(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  });
  if (!(await opened(socket, "connect", signal))) return "connect";
  if (!local && !isPublic(socket.remoteAddress ?? "")) {
    socket.destroy();
    return "elsewhere";
  }
  if (!secure) return socket;

  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED can turn the check off.
  const trust = {
    servername: hostname,
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(ca && { ca }),
  } as const;
  const tls = connectTls({ socket, ...trust });
  return (await opened(tls, "secureConnect", signal)) ? tls : "tls";
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<boolean> {
  try {
    await once(socket, event, { signal });
    return true;
  } catch {
    socket.on("error", () => {}).destroy();
    return false;
  }
}

/** A lookup that returns the checked addresses for any name, so Node tries them in turn. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const [first = { address: "", family: 4 }] = known;
    return all ? answer(null, known) : answer(null, first.address, first.family);
  };

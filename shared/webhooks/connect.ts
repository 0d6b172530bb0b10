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

/**
 * Node gives an address 250 ms before it goes on to the next, and then it is too late for the first: who is far away, and has an IPv6
 * address that we cannot reach, would be out of reach. So long may three addresses take, and a fourth still has time.
 */
const ADDRESS_MS = 1_500;

/** How far it got: refused or unanswered, no TLS that we trust, or somewhere else than where it was sent. */
export type NotConnected = "connect" | "tls" | "elsewhere";

/**
 * A connection to one of the `addresses`, which were checked, and to no other: the name is not asked for again, and
 * who is at the other end is looked at once more before anything is said to him, the greeting of TLS included.
 */
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

  // Said outright, since an environment variable can turn the check off.
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

/** Answers any question for an address with those that were checked, so that Node may try them in turn. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const [first = { address: "", family: 4 }] = known;
    return all ? answer(null, known) : answer(null, first.address, first.family);
  };

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process and its descendants (Linux only). */
export function familyOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/** The TCP sockets on which these processes listen. */
export function listeningSockets(pids: number[]): { address: string; port: number }[] {
  const inodes = new Set(pids.flatMap(socketInodes));
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .flatMap((table) => readFileSync(table, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && inodes.has(inode ?? ""))
    .map(([, local = ""]) => {
      const [address = "", port = ""] = local.split(":");
      return { address: dotted(address), port: Number.parseInt(port, 16) };
    });
}

const LISTEN = "0A";

/** IPv4 is four bytes in reverse order. IPv6 stays as it is. */
const dotted = (hex: string) =>
  hex.length === 8 ? Buffer.from(hex, "hex").reverse().join(".") : `IPv6 ${hex}`;

/** Empty if the process has ended meanwhile. */
function socketInodes(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return orNothing(() => readdirSync(folder)).flatMap((fd) => {
    const [target = ""] = orNothing(() => [readlinkSync(`${folder}/${fd}`)]);
    return /^socket:\[(\d+)\]$/.exec(target)?.slice(1) ?? [];
  });
}

function parentOf(pid: string): number | undefined {
  const [stat = ""] = orNothing(() => [readFileSync(`/proc/${pid}/stat`, "utf8")]);
  // The command's name is in brackets and can contain any character.
  const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return parent === undefined ? undefined : Number(parent);
}

function orNothing<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

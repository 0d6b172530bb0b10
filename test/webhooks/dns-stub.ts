import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";

/** A name server on the loopback with scripted answers, which may change with each query. */
export type DnsStub = {
  server: string;
  /** Every query, in order: `A hooks.example.com`. */
  names: string[];
  close: () => void;
};

/** `answer` returns a name's addresses of both families, or undefined to leave the query unanswered. */
export async function startDns(
  answer: (name: string, turn: number) => string[] | undefined,
): Promise<DnsStub> {
  const names: string[] = [];
  const socket: Socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    const question = `${type === AAAA ? "AAAA" : "A"} ${name}`;
    const turn = names.filter((earlier) => earlier === question).length;
    names.push(question);
    const records = answer(name, turn)?.filter((record) => isIPv6(record) === (type === AAAA));
    if (records) socket.send(reply(query.subarray(0, end), records), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { server: `127.0.0.1:${socket.address().port}`, names, close: () => socket.close() };
}

const AAAA = 28;
const HEADER = 12;

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The query again, with a record for each address. Their TTL is zero. */
function reply(question: Buffer, addresses: string[]): Buffer {
  const header = Buffer.from(question.subarray(0, HEADER));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = bytesOf(address);
    const type = data.length === 16 ? AAAA : 1;
    return Buffer.concat([Buffer.of(0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length), data]);
  });
  return Buffer.concat([header, question.subarray(HEADER), ...records]);
}

function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail = ""] = hostname.slice(1, -1).split("::");
  const groups = (text: string) => (text ? text.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const middle = hostname.includes("::") ? 8 - groups(head).length - groups(tail).length : 0;
  const groupList = [...groups(head), ...Array<number>(middle).fill(0), ...groups(tail)];
  return Buffer.from(groupList.flatMap((group) => [group >> 8, group & 255]));
}

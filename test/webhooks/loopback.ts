import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { selfSigned } from "../bench/certificate.ts";

/** The name that the public server of these tests has a certificate for. */
export const HOST = "hooks.acme-fleet.com";
const certificate = selfSigned(HOST);
export const { cert: ca } = certificate;

/** 127.0.0.0/8 is the loopback's whole: addresses of our own let us have the ports that deliveries may go to. */
export const ownAddress = (): string =>
  `127.${[0, 0, 0].map(() => 2 + Math.floor(Math.random() * 250)).join(".")}`;

export type Listener = {
  address: string;
  /** How often anybody connected, a request or none. */
  connections: number;
  /** Everything that was sent, connection by connection. */
  heard: string[];
  /** What it does with whoever has sent a whole request. */
  behave: Behaviour;
  close: () => void;
};
export type Behaviour = (socket: Socket) => void;

/** A server on port 8443 of `address`. With TLS it speaks HTTP as badly as `behave` wants; without, not even TLS. */
export async function listen(address: string, { tls = true, port = 8443 } = {}): Promise<Listener> {
  const sockets = new Set<Socket>();
  const listener: Listener = { address, connections: 0, heard: [], behave: () => {}, close: () => {} };
  const talk = (socket: Socket | TLSSocket) => {
    const at = listener.heard.push("") - 1;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      listener.heard[at] += chunk.toString("latin1");
      if (whole(listener.heard[at] ?? "")) listener.behave(socket);
    });
  };
  const server: Server = tls ? createTlsServer(certificate, talk) : createServer(talk);
  server.on("connection", (socket: Socket) => {
    listener.connections++;
    sockets.add(socket);
    socket.on("error", () => {});
  });
  server.on("tlsClientError", () => {});
  server.listen(port, address);
  await once(server, "listening");
  listener.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  listener.address = `${address}:${(server.address() as AddressInfo).port}`;
  return listener;
}

function whole(text: string): boolean {
  const [head = "", body] = text.split("\r\n\r\n");
  return body !== undefined && body.length === Number(/content-length: (\d+)/i.exec(head)?.[1]);
}

/** An HTTP/1.1 answer with the length of its body. */
export const answer = (status: string, body = "", headers: string[] = []): Behaviour =>
  raw(
    [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body].join("\r\n"),
  );

export const raw =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.write(text);

/** Writes `start`, and then `piece` again and again: after `everyMs`, or as fast as it is taken. */
export const forever =
  (start: string, piece: string, everyMs = 0): Behaviour =>
  (socket) => {
    socket.write(start);
    if (everyMs > 0) {
      const timer = setInterval(() => socket.write(piece), everyMs);
      socket.on("close", () => clearInterval(timer));
      return;
    }
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  };

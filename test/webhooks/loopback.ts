import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { selfSigned } from "../support/certificate.ts";

/** The host name in the certificate of the tests' public server. */
export const HOST = "hooks.acme-fleet.com";
const certificate = selfSigned(HOST);
export const { cert: ca } = certificate;

/** All of 127.0.0.0/8 is loopback, so each server gets its own address and can use a permitted port. */
export const ownAddress = (): string =>
  `127.${[0, 0, 0].map(() => 2 + Math.floor(Math.random() * 250)).join(".")}`;

export type Listener = {
  address: string;
  /** The number of connections, with or without a request. */
  connections: number;
  /** All received bytes, by connection. */
  heard: string[];
  /** Called for each complete request. */
  behave: Behaviour;
  close: () => void;
};
export type Behaviour = (socket: Socket) => void;

/** A server on port 8443 of `address`, with TLS or without. `behave` writes its response, valid or not. */
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

/** An HTTP/1.1 response with its content length. */
export const answer = (status: string, body = "", headers: string[] = []): Behaviour =>
  raw(
    [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body].join("\r\n"),
  );

export const raw =
  (text: string | Buffer): Behaviour =>
  (socket) =>
    socket.write(text);

/** Writes `start`, then `piece` for ever: every `everyMs`, or as fast as the client reads. */
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

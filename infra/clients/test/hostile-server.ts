import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { selfSigned } from "../../../test/support/certificate.ts";

/** What a server does with one request. Without a field, it answers 200 with the object of the path. */
export type Answer = {
  status?: number;
  headers?: Record<string, string | null>;
  body?: string;
  json?: unknown;
  /** A long body: `start`, `times` times `text`, `end`, and `close` as often and once more. */
  repeat?: { start: string; text: string; times: number; end: string; close?: string };
  bytes?: number[];
  gzip?: true;
  chunked?: true;
  /** Instead of a response. */
  raw?: string;
  /** Bytes of the body before the connection breaks. 0 sends the headers alone. */
  cut?: number;
  fault?: "reset" | "cut-head" | "hang" | "drip-head" | "drip-body" | "endless" | "hints";
  /** Milliseconds before the answer. */
  delay?: number;
  keep?: true;
  /** Another answer that no request asked for, on the connection that is idle by then. */
  again?: Answer;
  /** The same in one packet with the answer. */
  behind?: Answer;
};

export type Request = { method: string; target: string; headers: [string, string][]; body: string };

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Answers the requests of each case by its script, and notes every byte that is no request. */
export class HostileServer {
  readonly requests = new Map<number, Request[]>();
  /** Text on a connection that is no whole request. */
  readonly leaks: string[] = [];
  readonly proxied: string[] = [];
  /** The connections that the requests of a case arrived on. */
  readonly sockets = new Map<number, Set<Socket>>();
  /** That of the address `trusted`, for the programs to trust. */
  readonly certificate = selfSigned();
  readonly #answers: readonly (readonly Answer[])[];
  readonly #servers: Server[] = [];
  readonly #open = new Map<number, Set<Socket>>();
  readonly #sockets = new Set<Socket>();

  constructor(answers: readonly (readonly Answer[])[]) {
    this.#answers = answers;
  }

  /** The addresses of the server, of two with certificates of their own, and of none. */
  async start(): Promise<Record<"url" | "tls" | "trusted" | "plain" | "refused", string>> {
    const serve = (socket: Socket) => this.#serve(socket);
    const plain = await this.#listen(createServer(serve));
    const tls = await this.#listen(createTlsServer(selfSigned(), serve));
    const trusted = await this.#listen(createTlsServer(this.certificate, serve));
    const closed = createServer();
    const refused = await this.#listen(closed);
    await new Promise((done) => closed.close(done));
    return {
      url: `http://127.0.0.1:${plain}`,
      tls: `https://127.0.0.1:${tls}`,
      trusted: `https://127.0.0.1:${trusted}`,
      plain: `https://127.0.0.1:${plain}`,
      refused: `http://127.0.0.1:${refused}`,
    };
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
  }

  async #listen(server: Server): Promise<number> {
    this.#servers.push(server);
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return (server.address() as AddressInfo).port;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setMaxListeners(0);
    let buffer = "";
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (buffer) this.leaks.push(`left: ${buffer.slice(0, 200)}`);
    });
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      // A handshake of TLS, or an alert in a chunk of its own (RFC 8446, section 5.1).
      if (chunk[0] === 0x16 || chunk[0] === 0x15) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      buffer += chunk.toString("latin1");
      for (;;) {
        const end = buffer.indexOf("\r\n\r\n");
        if (end < 0) return;
        const request = this.#parsed(buffer.slice(0, end));
        const length = Number(request.headers.find(([name]) => name === "content-length")?.[1] ?? 0);
        if (buffer.length < end + 4 + length) return;
        request.body = buffer.slice(end + 4, end + 4 + length);
        buffer = buffer.slice(end + 4 + length);
        void this.#take(socket, request);
      }
    });
  }

  #parsed(head: string): Request {
    const [first = "", ...lines] = head.split("\r\n");
    const [, method = "", target = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
    const headers = lines.map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    });
    if (!method || !headers.every(([name]) => TOKEN.test(name))) this.leaks.push(head.slice(0, 300));
    return { method, target, headers, body: "" };
  }

  async #take(socket: Socket, request: Request): Promise<void> {
    if (request.method === "CONNECT") {
      this.proxied.push(request.target);
      return void socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    }
    const [, number = "", path = ""] = /^\/c\/(\d+)(\/.*)$/.exec(request.target) ?? [];
    if (!number) {
      this.leaks.push(`${request.method} ${request.target}`);
      return void socket.destroy();
    }
    const id = decodeURIComponent(path.split("?")[0]?.split("/").at(-1) ?? "");
    const open = this.#open.get(Number(number)) ?? new Set();
    this.#open.set(Number(number), open);
    if (id === "open") return this.#answer(socket, { keep: true }, String(open.size));
    open.add(socket);
    this.sockets.set(Number(number), (this.sockets.get(Number(number)) ?? new Set()).add(socket));
    socket.on("close", () => open.delete(socket));
    if (id === "after") return this.#answer(socket, { keep: true }, id);
    const seen = this.requests.get(Number(number)) ?? [];
    this.requests.set(Number(number), [...seen, request]);
    const script = this.#answers[Number(number)] ?? [];
    await this.#answer(socket, script[Math.min(seen.length, script.length - 1)] ?? { keep: true }, id);
  }

  async #answer(socket: Socket, answer: Answer, id: string): Promise<void> {
    const { fault, status = 200, delay = 0 } = answer;
    if (delay) await new Promise((done) => setTimeout(done, delay));
    if (fault === "hang") return;
    if (fault === "reset") return void socket.resetAndDestroy();
    if (answer.raw !== undefined) return void socket.end(answer.raw);
    const body = bodyOf(answer, id);
    const headers: Record<string, string | null> = {
      "content-type": "application/json",
      "x-request-id": "req_hostile",
      ...(answer.gzip && { "content-encoding": "gzip" }),
      ...(answer.chunked || fault === "endless"
        ? { "transfer-encoding": "chunked" }
        : { "content-length": String(body.length) }),
      connection: answer.keep ? "keep-alive" : "close",
      ...answer.headers,
    };
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${value}\r\n`],
    );
    const head = `HTTP/1.1 ${status} Answer\r\n${lines.join("")}\r\n`;
    if (fault === "cut-head") return void socket.end(head.slice(0, head.length / 2));
    if (fault === "drip-head") return drip(socket, Buffer.from(head));
    if (fault === "hints") socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
    const { again, behind } = answer;
    if (behind) socket.cork();
    socket.write(head);
    if (fault === "drip-body") return drip(socket, body);
    if (fault === "endless") return endless(socket);
    const framed = answer.chunked ? chunk(body) : body;
    if (answer.cut !== undefined) {
      return void socket.write(framed.subarray(0, answer.cut), () => setTimeout(() => socket.destroy(), 20));
    }
    socket.write(answer.chunked ? Buffer.concat([framed, Buffer.from("0\r\n\r\n")]) : framed);
    if (behind) void this.#answer(socket, { keep: true, ...behind }, id).then(() => socket.uncork());
    if (again) setTimeout(() => this.#answer(socket, { keep: true, ...again }, id), 20);
    if (!answer.keep) socket.end();
  }
}

const chunk = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);

function bodyOf({ body, json, repeat, bytes, gzip }: Answer, id: string): Buffer {
  if (bytes) return Buffer.from(bytes);
  if (repeat) {
    const { start, text, times, end, close = "" } = repeat;
    return Buffer.from(start + text.repeat(times) + end + close.repeat(times + 1));
  }
  const usual = { id, object: "driver", status: "pending" };
  const text = Buffer.from(body ?? JSON.stringify(json === undefined ? usual : json));
  return gzip ? gzipSync(text) : text;
}

function drip(socket: Socket, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) return clearInterval(timer);
    socket.write(bytes.subarray(at, ++at));
  }, 50);
}

function endless(socket: Socket): void {
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    socket.write(chunk(Buffer.alloc(1_000, " ")));
  }, 1);
}

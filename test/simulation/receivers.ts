import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { Json } from "../../infra/local/test/support/http.ts";
import type { SimulatedCloud } from "./cloud.ts";

/** The clock may jump by ten minutes while an attempt is made. */
const LATE_MS = 660_000;

/** What a receiver does with an attempt. A number: it answers with this status. */
export type Manner = number | "hang" | "refuse";

/** The receivers of all companies, on ports of this machine that nothing listens on. */
export class Receivers {
  readonly #cloud: SimulatedCloud;
  readonly #receivers: Receiver[] = [];

  constructor(cloud: SimulatedCloud) {
    this.#cloud = cloud;
  }

  open(): Receiver {
    const receiver = new Receiver(this.#cloud, 20_000 + this.#receivers.length);
    this.#receivers.push(receiver);
    this.#cloud.world.receivers.set(receiver.port, () => receiver.connect());
    return receiver;
  }

  healAll(): void {
    for (const receiver of this.#receivers) receiver.manner = () => 204;
  }
}

export class Receiver {
  readonly port: number;
  /** The bodies of the events that it acknowledged, and how often. */
  readonly acknowledged = new Map<string, { json: Json; count: number }>();
  manner: () => Manner = () => 204;
  /** The one that it verifies with. Undefined: the answer that had it was lost. */
  secret: string | undefined;
  /** The events whose signature it could not verify. */
  readonly unverified: string[] = [];
  /** Since when its endpoint is disabled, as the service said, and what came long after. */
  offSince: number | undefined;
  readonly unwanted: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #cloud: SimulatedCloud;

  constructor(cloud: SimulatedCloud, port: number) {
    this.#cloud = cloud;
    this.port = port;
  }

  url = (): string => `http://127.0.0.1:${this.port}/hooks`;

  connect(): Duplex {
    const [near, far] = duplexPair();
    const { world } = this.#cloud;
    const isRefused = this.manner() === "refuse";
    world.after(world.between(1, 30), () => {
      if (isRefused) near.destroy(new Error("connect ECONNREFUSED"));
      else {
        near.emit("connect");
        this.#server.emit("connection", Object.assign(far, socket));
      }
    });
    return Object.assign(near, socket);
  }

  #verifies({ headers }: IncomingMessage, text: string): boolean {
    if (this.secret === undefined) return true;
    const key = Buffer.from(this.secret.replace("whsec_", ""), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
    const signature = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    return String(headers["webhook-signature"]).split(" ").includes(signature);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const manner = this.manner();
    this.#cloud.record("delivery", String(this.port), text, String(manner));
    if (!this.#verifies(request, text)) this.unverified.push(JSON.parse(text).id);
    if (this.#cloud.world.now - (this.offSince ?? Number.POSITIVE_INFINITY) > LATE_MS)
      this.unwanted.push(JSON.parse(text).id);
    if (typeof manner !== "number") return;
    await this.#cloud.world.sleep(this.#cloud.world.between(1, 50));
    if (manner < 300) {
      const json = JSON.parse(text);
      const count = (this.acknowledged.get(json.id)?.count ?? 0) + 1;
      this.acknowledged.set(json.id, { json, count });
    }
    response.writeHead(manner, { date: new Date().toUTCString(), connection: "close" }).end();
  }
}

const self = function (this: unknown) {
  return this;
};
/** What Node's HTTP asks of a connection. */
const socket = {
  remoteAddress: "127.0.0.1",
  setTimeout: self,
  setNoDelay: self,
  setKeepAlive: self,
  ref: self,
  unref: self,
};

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Cloud } from "../support/cloud/cloud.ts";

/** A receiver that notes when each event's object arrived, by its id. */
export type Sink = { url: string; arrival: (objectId: string) => Promise<number>; close: () => void };

export async function startSink(): Promise<Sink> {
  const arrived = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id } = JSON.parse(text).data;
    arrived.set(id, arrived.get(id) ?? at);
    waiting.get(id)?.(at);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrival: async (id) => arrived.get(id) ?? new Promise<number>((resolve) => void waiting.set(id, resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Posts JSON to a service with a key. */
export const poster = (url: string, key: string) => async (path: string, json: object) => {
  const response = await fetch(url + path, {
    method: "POST",
    body: JSON.stringify(json),
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};

/** A partner whom no quota stops. */
export class BenchPartner {
  readonly #post: ReturnType<typeof poster>;

  private constructor(url: string, key: string) {
    this.#post = poster(url, key);
  }

  static async start(cloud: Cloud): Promise<BenchPartner> {
    const account = `bench-${Math.random()}`;
    const { message } = await cloud.command("create-key", { live: true, account });
    await cloud.command("verify-account", { account });
    const numbers = { per_minute: "50000", per_second: "1000" };
    await cloud.command("set-tier", { account, tier: "enterprise", ...numbers });
    return new BenchPartner(cloud.url, message.split("\n")[0] ?? "");
  }

  subscribe = (url: string) => this.#post("/v1/webhooks", { url, events: ["*"] });

  /** Makes an event: whose it is, and when we knew that it is committed. */
  async event(): Promise<{ id: string; at: number }> {
    const { id } = await this.#post("/v1/drivers", {
      email: "a@example.com",
      first_name: "A",
      last_name: "B",
    });
    return { id: String(id), at: performance.now() };
  }

  async events(count: number): Promise<{ id: string; at: number }[]> {
    const made: { id: string; at: number }[] = [];
    const one = async () => {
      while (made.length < count) made.push(await this.event());
    };
    await Promise.all(Array.from({ length: 8 }, one));
    return made;
  }
}

import { eventually, type Json } from "./cloud.ts";
import type { Partner } from "./platform.ts";
import { Receiver } from "./receiver.ts";

/** An attempt takes so long at most, on any clock. */
const ATTEMPT_MS = 15_000;

/**
 * Has an event delivered: at once, after a failure, after silence, to one that wants no more, whose owner is told, and not to one that is off. Throws
 * when any of it does not work within `patience` ms, or what an attempt may take more.
 */
export async function deliveriesJourney(partner: Partner, patience: number): Promise<void> {
  const receiver = await Receiver.start();
  const first = { "/fails": { status: 500 }, "/hangs": "hang", "/gone": { status: 410 } } as const;
  // Other events of the account come too.
  const times = (path: string, id: string) =>
    receiver.at(path).filter(({ json }) => json.data.id === id).length;
  receiver.answer = ({ path, json }) =>
    (times(path, json.data.id) === 1 && first[path as keyof typeof first]) || { status: 204 };
  try {
    const endpoints = new Map<string, Json>();
    for (const path of ["/well", "/fails", "/hangs", "/gone", "/off"])
      endpoints.set(
        path,
        await partner.made("/v1/webhooks", { url: receiver.url(path), events: ["driver.created"] }),
      );
    const { id } = await partner.driver();
    await eventually(async () => receiver.at("/gone").length > 0, patience);
    for (const [path, least] of [
      ["/well", 1],
      ["/fails", 2],
      ["/hangs", 2],
    ] as const)
      await eventually(
        async () => times(path, id) >= least,
        path === "/hangs" ? patience + ATTEMPT_MS : patience,
      );
    await holdJourney(partner, `/v1/webhooks/${endpoints.get("/off").id}`, patience);
    for (const { id } of endpoints.values()) await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
  } finally {
    receiver.close();
  }
}

/** Turns an endpoint off while a ping is on its way to it. On a fast clock the ping may be faster: then another one is sent. */
async function holdJourney(partner: Partner, at: string, patience: number): Promise<void> {
  const turn = (status: string) => partner.call(at, { method: "PATCH", json: { status } });
  for (let attempt = 0; attempt < 10; attempt++) {
    await turn("active");
    const { id } = await partner.made(`${at}/ping`, undefined);
    await turn("disabled");
    const settled = await eventually(async () => {
      const { status } = await partner.read(`${at}/deliveries/${id}`);
      return status !== "pending" && status;
    }, patience);
    if (settled === "held") return;
  }
  throw new Error("A ping was always faster than its end");
}

import { eventually } from "../../../infra/local/test/support/eventually.ts";
import type { Json } from "../../../infra/local/test/support/http.ts";
import type { Partner } from "./platform.ts";
import { Receiver } from "./receiver.ts";

/** The maximum duration of an attempt, on any clock. */
const ATTEMPT_MS = 15_000;

/**
 * Delivers an event at once, after a failure, after a timeout, to an endpoint that returns 410 (its owner
 * gets an email), and holds it for a disabled endpoint. Throws if one of these takes longer than `timeoutMs`
 * ms, plus one attempt where it times out.
 */
export async function deliveriesJourney(partner: Partner, timeoutMs: number): Promise<void> {
  const receiver = await Receiver.start();
  const first = { "/fails": { status: 500 }, "/hangs": "hang", "/gone": { status: 410 } } as const;
  // The receiver also gets other events of the account.
  const times = (path: string, id: string) =>
    receiver.at(path).filter(({ json }) => json.data.id === id).length;
  receiver.answer = ({ path, json }) => {
    if (path === "/off") return { status: 500 };
    return (times(path, json.data.id) === 1 && first[path as keyof typeof first]) || { status: 204 };
  };
  try {
    const endpoints = new Map<string, Json>();
    for (const path of ["/well", "/fails", "/hangs", "/gone", "/off"])
      endpoints.set(
        path,
        await partner.create("/v1/webhooks", { url: receiver.url(path), events: ["driver.created"] }),
      );
    const { id } = await partner.driver();
    // Disables the endpoint before its last scheduled attempt, which a fast clock reaches soon.
    await eventually(async () => receiver.at("/off").length > 0, timeoutMs);
    const off = `/v1/webhooks/${endpoints.get("/off").id}`;
    await partner.call(off, { method: "PATCH", json: { status: "disabled" } });
    const held = async () => (await partner.read(`${off}/deliveries?status=held`)).data.length > 0;
    await eventually(held, timeoutMs);
    await eventually(async () => receiver.at("/gone").length > 0, timeoutMs);
    for (const [path, least] of [
      ["/well", 1],
      ["/fails", 2],
      ["/hangs", 2],
    ] as const)
      await eventually(
        async () => times(path, id) >= least,
        path === "/hangs" ? timeoutMs + ATTEMPT_MS : timeoutMs,
      );
    for (const { id } of endpoints.values()) await partner.call(`/v1/webhooks/${id}`, { method: "DELETE" });
  } finally {
    receiver.close();
  }
}

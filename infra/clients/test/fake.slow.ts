import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { packedDir } from "../../../test/support/cloud/packed.ts";
import { eventually } from "../../local/test/support/eventually.ts";
import { send } from "../../local/test/support/http.ts";
import { FakeCloud } from "./fake-cloud.ts";

/** A day passes within nine seconds, and is settled a real minute after it. */
test("the fake settles a day in a night after it", async () => {
  const fake = await FakeCloud.start(join(packedDir, "cli.mjs"), 10_000);
  const ask = async (path: string, json?: object) =>
    (await send(fake.url + path, { headers: { authorization: `Bearer ${fake.key}` }, ...(json && { json }) }))
      .json;
  const { id } = await ask("/v1/drivers", { email: "ana@example.com", first_name: "Ana", last_name: "Ng" });
  await ask("/v1/payments/payout", { driver_id: id, amount: 12_500, currency: "usd" });
  const settled = await eventually(async () => (await ask("/v1/settlements")).data[0]);
  await fake.stop();
  expect(settled.totals).toContainEqual({ type: "payout_completed", count: 1, amount: -12_500 });
}, 240_000);

import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const pathOf = (driver: string) => `/v1/test_helpers/tax/${driver}/quarterly_due`;
const Q2 = { year: 2025, q: "Q2" };

const eventsOf = async (driver: string) =>
  (await partner.read("/v1/events?type=tax.quarterly.due")).data.filter(
    ({ data }: Json) => data.driver_id === driver,
  );

describe("the test helper for quarterly payments", () => {
  test("it emits one event with the driver, the quarter and its due date, though it is repeated", async () => {
    const { id } = await partner.driver();
    const headers = { "idempotency-key": `due-${id}` };
    const [first, again] = [
      await partner.post(pathOf(id), Q2, headers),
      await partner.post(pathOf(id), Q2, headers),
    ];
    const data = { object: "quarterly_estimate", driver_id: id, ...Q2, due: "2025-06-16" };
    expect([first.status, first.json]).toEqual([200, { ...data, livemode: false }]);
    expect([again.text, again.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    const [event, ...more] = await eventsOf(id);
    expect([more, event]).toMatchObject([[], { type: "tax.quarterly.due", data }]);
  });

  test("an unknown driver and a live key get 404", async () => {
    const unknown = await partner.post(pathOf(`drv_${"0".repeat(26)}`), Q2);
    expect(errorOf(unknown)).toEqual([404, "resource_missing", "driver_id"]);
    const live = await livePartner(cloud);
    const { id } = await live.driver();
    expect(errorOf(await live.post(pathOf(id), Q2))).toEqual([404, "route_not_found", null]);
  });
});

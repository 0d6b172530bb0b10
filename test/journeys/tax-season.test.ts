import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { verifyWebhook } from "../../shared/client/verify.ts";
import { taxRules } from "../../shared/domain/tax/years/tax-rules.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { livePartner, paid } from "../support/partner/driver-figures.ts";
import { Receiver } from "../support/partner/receiver.ts";

/** The next 15 January, 6:00, when the forms of the year before are ready. */
const ready = (() => {
  const inYear = (year: number) => Date.parse(`${year}-01-15T06:00:00Z`);
  const year = new Date().getUTCFullYear();
  return inYear(year) > Date.now() ? inYear(year) : inYear(year + 1);
})();
const year = new Date(ready).getUTCFullYear() - 1;

const cloud = await startCloud();

// Without the year's figures, no walk can start. An alarm asks the operator for them.
(taxRules(year) ? test : test.skip)(
  "on 15 January, a driver who was paid enough has a form, and the partner gets the event",
  async () => {
    const receiver = await Receiver.start();
    const partner = await livePartner(cloud);
    const { secret } = await partner.create("/v1/webhooks", {
      url: receiver.url(),
      events: ["tax.1099.ready"],
    });
    const [enough, little] = [await partner.driver(), await partner.driver()];
    await paid(partner, enough.id, { [`paid_${year}`]: 300_000 });
    await paid(partner, little.id, { [`paid_${year}`]: 50_000 });
    const form = (driver: Json) => partner.get(`/v1/tax/${driver.id}/1099?year=${year}`);
    const events = async () => (await partner.read("/v1/events?type=tax.1099.ready")).data;

    await cloud.advanceTo(ready - 60_000);
    expect([receiver.received, await events()]).toEqual([[], []]);
    await cloud.advanceTo(ready);

    const [event, ...more] = await events();
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: "tax.1099.ready",
      data: { object: "tax_document", driver_id: enough.id, year, status: "available" },
    });
    const late = Date.parse(event.created_at) - ready;
    expect([late >= 0, late < 60_000]).toEqual([true, true]);
    expect(receiver.received.map(({ json }) => json.id)).toEqual([event.id]);
    // Signatures have the machine's time.
    const now = new Date(performance.timeOrigin + performance.now());
    for (const { body, headers } of receiver.received)
      expect(verifyWebhook({ body, headers, secret, now })).toMatchObject({ ok: true });
    expect((await form(enough)).json).toMatchObject({ type: "1099-NEC", status: "available", year });
    expect((await form(little)).status).toBe(404);
  },
);

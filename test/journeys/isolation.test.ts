import { expect, test } from "@jest/globals";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";

const cloud = await sharedCloud(FAST_CLOCK);

test("another account's key and the other mode's key get no id, name or change through any route", async () => {
  const mine = await newPartner(cloud, { account: "mine" });
  await newPartner(cloud, { live: true, account: "mine" });
  await cloud.command("verify-account", { account: "mine" });
  const others = [await newPartner(cloud), await newPartner(cloud, { live: true, account: "mine" })];
  const theirs = await createOneOfEach(mine);
  const before = await stateOf(mine, theirs);

  for (const other of others) {
    for (const op of operations.filter((op) => op.scope)) {
      const reply = await other.call(pathTo(op, theirs), {
        method: op.method,
        ...(op.body && { json: bodyFor(op, theirs) }),
      });
      for (const secret of [...Object.values(theirs), "Mine"]) {
        const leaks = reply.text.replaceAll(`"${secret}"`, "").includes(secret);
        expect([op.name, secret, leaks]).toEqual([op.name, secret, false]);
      }
      if (op.path.includes("{")) expect([op.name, reply.status]).toEqual([op.name, 404]);
    }
    await oneVirtualSecond();
  }
  expect(await stateOf(mine, theirs)).toEqual(before);
});

type Ids = Record<
  "driver" | "payment" | "webhook" | "delivery" | "event" | "form" | "mileage" | "expense",
  string
>;

/** One object of each kind that an account can own. */
async function createOneOfEach(partner: Partner): Promise<Ids> {
  const driver = await partner.driver({ first_name: "Mine" });
  await partner.bankAccount(driver.id, "6789");
  const webhook = await partner.create("/v1/webhooks", { url: "http://localhost:9/hook", events: ["*"] });
  const delivery = await partner.create(`/v1/webhooks/${webhook.id}/ping`, undefined);
  const payment = await partner.payout(driver.id);
  const [tax, date] = [`/v1/tax/${driver.id}`, "2026-07-01"];
  const { id: form } = await partner.create(`/v1/test_helpers/tax/${driver.id}/1099_ready`, {
    year: 2026,
    gross_amount: 300_000,
  });
  const { id: mileage } = await partner.create(`${tax}/mileage`, { miles: 1, date });
  const bought = { category: "supplies", amount: 100, business_share: 100, date };
  const { id: expense } = await partner.create(`${tax}/expenses`, bought);
  return {
    driver: driver.id,
    payment: payment.id,
    webhook: webhook.id,
    delivery: delivery.id,
    event: delivery.event_id,
    ...{ form, mileage, expense },
  };
}

/** The state that the other keys' requests must not change. */
async function stateOf(partner: Partner, { driver, payment, webhook }: Ids) {
  const tax = `/v1/tax/${driver}`;
  const paths = [`/v1/drivers/${driver}`, `/v1/payments/${payment}`, "/v1/payments"].concat(
    ...["mileage", "expenses", "summary?year=2026"].map((what) => `${tax}/${what}`),
  );
  const { url, events, status } = await partner.read(`/v1/webhooks/${webhook}`);
  return [...(await Promise.all(paths.map(partner.read))), { url, events, status }];
}

function pathTo({ path, query }: Operation, ids: Ids): string {
  const id = path.includes("payments")
    ? ids.payment
    : path.includes("webhooks")
      ? ids.webhook
      : path.includes("events")
        ? ids.event
        : ids.driver;
  const parts: Record<string, string> = {
    id,
    driver_id: ids.driver,
    delivery_id: ids.delivery,
    platform: "uber",
    entry_id: path.includes("mileage") ? ids.mileage : ids.expense,
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? name);
  const asked = { driver_id: ids.driver, year: "2026" };
  const given = Object.entries(asked).filter(([name]) => query && name in query.shape);
  return given.length > 0 ? `${filled}?${new URLSearchParams(given)}` : filled;
}

const bodyFor = ({ body, bodyExample }: Operation, { driver }: Ids) => ({
  ...bodyExample,
  ...(body && "driver_id" in body.shape && { driver_id: driver }),
  ...(body && "url" in body.shape && { url: "http://localhost:9/hook" }),
});

/** After one virtual second the burst quota of 20 is unused again. */
const oneVirtualSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000 / FAST_CLOCK));

import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";
import { act, CHOICE, invited, savingsPath } from "../support/partner/savings.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

/** A new driver's page. */
async function invitation(email = freshEmail()) {
  const driver = (await partner.driver({ email })).id;
  return { driver, page: await invited(partner, driver) };
}
const agreementOf = (driver: string) => partner.read(savingsPath(driver));
const receiptOf = async (page: string) => {
  const [, claims = ""] = (await cloud.call(`${page}/receipt`)).text.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
};
const eventsOf = async (id: string) =>
  (await partner.read(`/v1/events?object_id=${id}`)).data.map(
    ({ type, data }: { type: string; data: { sequence: number } }) => `${type} ${data.sequence}`,
  );

describe("the agreement's page", () => {
  test("proposes nothing, and is in the driver's language", async () => {
    const { page } = await invitation();
    const reply = await cloud.call(page);
    expect([reply.status, reply.headers["cache-control"]]).toEqual([200, "no-store"]);
    const { sent, hidden } = pageOf(reply).form(page);
    expect(sent).toEqual({ ...hidden, percent: "", cap: "" });
    const spanish = await cloud.call(page, { headers: { "accept-language": "es" } });
    expect(spanish.text).toContain("¿Ahorrar una parte de tus pagos de");
  });

  test("shows what is wrong with what was typed, and keeps it", async () => {
    const { driver, page } = await invitation();
    for (const [fields, message] of [
      [{ rule: "" }, "Choose a percentage or the cents."],
      [{ percent: "0" }, "Enter a whole number from 1 to 50."],
      [{ percent: "51" }, "Enter a whole number from 1 to 50."],
      [{ percent: "1.5" }, "Enter a whole number from 1 to 50."],
      [{ rule: "cents" }, "Leave the percent empty, or choose a percentage."],
      [{ cap: "" }, "Enter an amount from $1 to $7,500."],
      [{ cap: "0.99" }, "Enter an amount from $1 to $7,500."],
      [{ cap: "7500.01" }, "Enter an amount from $1 to $7,500."],
      [{ cap: "8600.01", age: "yes" }, "Enter an amount from $1 to $8,600."],
      [{ consent: "" }, "Check the box to agree."],
      [{ shown: "0" }, "The words on this page changed while it was open."],
    ] as [Record<string, string>, string][]) {
      const reply = await act(cloud, page, "agree", { ...CHOICE, ...fields });
      expect([reply.status, pageOf(reply).says("alert")]).toEqual([400, expect.stringContaining(message)]);
      if (!("cap" in fields)) expect(pageOf(reply).form(page).value("cap")).toBe("1,000");
    }
    expect((await agreementOf(driver)).status).toBe("invited");
  });
});

describe("a driver in the sandbox", () => {
  test("agrees on the page, and the app sees the choice without its cap", async () => {
    const { driver, page } = await invitation();
    const none = { status: "invited", rule: null, percent: null, url: null };
    expect(await agreementOf(driver)).toMatchObject(none);
    const reply = await act(cloud, page, "agree", CHOICE);
    expect([reply.status, reply.headers.location]).toEqual([303, page]);
    const active = await agreementOf(driver);
    expect(active).toMatchObject({ status: "active", rule: "percent", percent: 5, ended_at: null });
    expect(JSON.stringify(active)).not.toMatch(/cap|1000|100000/);
    expect(await receiptOf(page)).toMatchObject({
      act: "save_from_payouts",
      auth: "partner_link",
      sub: active.id,
      livemode: false,
      terms: { rule: "percent", percent: 5, yearly_cap: 100_000, age_50_or_older: false },
    });
    const [shown, change] = [pageOf(await cloud.call(page)), pageOf(await cloud.call(`${page}/change`))];
    const cap = change.form(page).value("cap");
    expect([shown.text, cap]).toEqual([expect.stringContaining("$0 of at most $1,000"), "1000.00"]);
  });

  test("changes and stops, with a receipt and an event of each act", async () => {
    const { driver, page } = await invitation();
    await act(cloud, page, "agree", CHOICE);
    const first = await receiptOf(page);
    const cents = { rule: "cents", percent: "", cap: "8,600", age: "yes", consent: "yes" };
    await act(cloud, page, "change", cents);
    const second = await receiptOf(page);
    expect(second).toMatchObject({ act: "change_savings", prev: first.jti, terms: { rule: "cents" } });
    expect(await agreementOf(driver)).toMatchObject({ rule: "cents", percent: null });
    await act(cloud, page, "end");
    const third = await receiptOf(page);
    expect(third).toMatchObject({ act: "end_savings", prev: second.jti });
    const ended = await agreementOf(driver);
    expect(ended).toMatchObject({ status: "ended", ended_by: "driver" });
    await eventually(async () => (await eventsOf(ended.id)).length === 3);
    expect(await eventsOf(ended.id)).toEqual(["savings.ended 3", "savings.changed 2", "savings.started 1"]);
    const { text } = await cloud.call(page);
    for (const again of ["agree", "change", "end"]) await act(cloud, page, again, CHOICE);
    expect([text, await receiptOf(page)]).toEqual([
      expect.stringContaining("You no longer save from payouts of"),
      third,
    ]);
  });

  test("has receipts that an operator finds by the driver, also of replaced agreements and connections", async () => {
    const { driver, page } = await invitation();
    const wish = { platform: "uber", redirect_url: "https://app.example.com/connected" };
    const { state } = await partner.create(`/v1/earnings/${driver}/connect`, wish);
    await postForm(cloud, `/connect/${state}`, { decision: "allow" });
    await act(cloud, page, "agree", CHOICE);
    await act(cloud, page, "end");
    const [first, second] = [await agreementOf(driver), await invited(partner, driver)];
    await act(cloud, second, "agree", CHOICE);
    await act(cloud, second, "end");
    await act(cloud, await invited(partner, driver), "agree", CHOICE);
    const actsOf = async (input: object) =>
      ((await cloud.command("show", input)).data as unknown as { receipts: { act: string }[] }).receipts.map(
        ({ act }) => act,
      );
    const once = ["save_from_payouts", "end_savings"];
    const acts = ["allow_gig_connection", ...once, ...once, "save_from_payouts"];
    expect(await actsOf({ id: driver })).toEqual(acts);
    expect(await actsOf({ id: first.id })).toEqual(once);
    await partner.call(`/v1/drivers/${driver}`, { method: "DELETE" });
    expect(await actsOf({ id: driver })).toEqual(["allow_gig_connection"]);
    expect((await actsOf({ id: driver, account: partner.accountId })).slice(0, acts.length)).toEqual(acts);
  });

  test("declines with one click, and the invitation holds no more", async () => {
    const { driver, page } = await invitation();
    await act(cloud, page, "decline");
    expect((await cloud.call(page)).text).toContain("Nothing is saved");
    expect(await agreementOf(driver)).toMatchObject({
      status: "ended",
      ended_by: "driver",
      started_at: null,
    });
    expect((await cloud.call(`${page}/receipt`)).status).toBe(404);
  });

  test("has no page once deleted, and the agreement has ended", async () => {
    const { driver, page } = await invitation();
    await act(cloud, page, "agree", CHOICE);
    const { id } = await agreementOf(driver);
    expect((await partner.call(`/v1/drivers/${driver}`, { method: "DELETE" })).status).toBe(200);
    await eventually(async () => (await eventsOf(id)).includes("savings.ended 2"));
    expect((await cloud.call(page)).text).toContain("You no longer save");
    expect(errorOf(await partner.get(savingsPath(driver)))).toEqual([404, "resource_missing", "driver_id"]);
  });
});

describe("a partner", () => {
  test("withdraws an invitation, and ends an agreement", async () => {
    for (const agrees of [false, true]) {
      const { driver, page } = await invitation();
      if (agrees) await act(cloud, page, "agree", CHOICE);
      const deleted = () => partner.call(savingsPath(driver), { method: "DELETE" });
      const ended = await deleted();
      expect(ended.json).toMatchObject({ status: "ended", ended_by: "partner" });
      expect((await deleted()).json).toEqual(ended.json);
      expect((await cloud.call(page)).status).toBe(agrees ? 200 : 410);
      await act(cloud, page, "agree", CHOICE);
      expect(await agreementOf(driver)).toEqual(ended.json);
    }
  });

  test("invites again while the driver has not answered, and after the end", async () => {
    const { driver, page } = await invitation();
    const second = await invited(partner, driver);
    expect([(await cloud.call(page)).status, (await cloud.call(second)).status]).toEqual([200, 200]);
    await act(cloud, second, "agree", CHOICE);
    expect(errorOf(await partner.post(savingsPath(driver), {}))).toEqual([
      409,
      "status_conflict",
      "driver_id",
    ]);
    await act(cloud, page, "end");
    const { id } = await agreementOf(driver);
    const third = await invited(partner, driver);
    for (const late of ["agree", "decline"]) await act(cloud, page, late, CHOICE);
    const newest = await agreementOf(driver);
    expect([newest.id === id, newest.status]).toEqual([false, "invited"]);
    expect([(await cloud.call(page)).status, (await cloud.call(third)).status]).toEqual([410, 200]);
  });

  test("gets 404 for a driver without an invitation", async () => {
    const driver = (await partner.driver({ email: freshEmail() })).id;
    for (const reply of [
      await partner.get(savingsPath(driver)),
      await partner.call(savingsPath(driver), { method: "DELETE" }),
    ])
      expect(errorOf(reply)).toEqual([404, "resource_missing", "driver_id"]);
  });
});

test("a link of one agreement does nothing to another, with any field", async () => {
  const [invitedOnly, saving] = [await invitation(), await invitation()];
  await act(cloud, saving.page, "agree", CHOICE);
  for (const { driver } of [invitedOnly, saving]) {
    const another = await invitation();
    const before = await agreementOf(driver);
    const { id } = before;
    const aimed = {
      ...CHOICE,
      percent: "50",
      driver_id: driver,
      agreement_id: id,
      agreement: id,
      id,
      sub: id,
    };
    for (const deed of ["agree", "change", "end"]) await act(cloud, another.page, deed, aimed);
    expect(await agreementOf(driver)).toEqual(before);
    expect((await agreementOf(another.driver)).status).toBe("ended");
  }
});

test("a guessed link has no page", async () => {
  for (const path of ["/savings/guess", "/savings/guess/stop", `${(await invitation()).page}/other`])
    expect((await cloud.call(path)).status).toBe(404);
});

import { describe, expect, test } from "@jest/globals";
import { marshall } from "@aws-sdk/util-dynamodb";
import { issueDocument } from "../../shared/domain/tax/tax-document.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { table } from "../support/partner/driver-figures.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";

const HOME = "/developers/home/test";
const ACCOUNT = "/developers/account/test";
const PROFILE = `${ACCOUNT}/profile`;
const FORMS = `${ACCOUNT}/forms`;
const LIVE_PROFILE = "/developers/account/live/profile";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

/** A signed-in visitor, and the API with a key of the same account. */
async function withKey(company: string) {
  const ana = await signedIn(company);
  const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" }));
  const headers = { authorization: `Bearer ${key}`, accept: "text/csv" };
  const api = (path: string, json?: object) => cloud.call(path, { ...(json && { json }), headers });
  return { ana, api };
}

const ADDRESS = {
  line1: "1 Market Street",
  line2: "",
  city: "San Francisco",
  state: "CA",
  postal_code: "94105",
};
const WHOLE = {
  legal_name: "Acme Fleet, Inc.",
  display_name: "",
  ...ADDRESS,
  country: "US",
  ein: "12-3456789",
};

describe("the legal profile", () => {
  test("it is the API's, and the EIN is never shown whole", async () => {
    const { ana, api } = await withKey("Profile One");
    expect((await ana.post(PROFILE, PROFILE, WHOLE)).headers.location).toBe(`${PROFILE}?done=saved`);
    expect((await api("/v1/account")).json).toMatchObject({
      display_name: null,
      legal_name: "Acme Fleet, Inc.",
      address: { line1: "1 Market Street", line2: null, postal_code: "94105" },
      ein: "XX-XXX6789",
    });
    const { text } = await ana.call(PROFILE);
    expect(text).toContain("XX-XXX6789");
    expect(text).not.toMatch(/12-?3456789|It prints/);
    await ana.post(PROFILE, PROFILE, { ...WHOLE, ein: "", legal_name: "运输 🚚" });
    expect((await ana.call(PROFILE)).text).toContain("It prints “YunShu”");
  });

  test("an empty EIN keeps the stored one, and the box removes it", async () => {
    const ana = await signedIn("Profile Two");
    await ana.post(PROFILE, PROFILE, WHOLE);
    await ana.post(PROFILE, PROFILE, { ...WHOLE, ein: "", legal_name: "" });
    const kept = (await ana.call(PROFILE)).text;
    expect([kept.includes("XX-XXX6789"), kept.includes("Acme Fleet, Inc.")]).toEqual([true, false]);
    await ana.post(PROFILE, PROFILE, { ...WHOLE, ein: "", remove_ein: "yes" });
    expect((await ana.call(PROFILE)).text).not.toContain("XX-XXX6789");
  });

  test("a form with another mistake asks for the EIN again, or keeps the box that removes it", async () => {
    const ana = await signedIn("Profile Five");
    await ana.post(PROFILE, PROFILE, WHOLE);
    const wrong = { ...WHOLE, state: "California", ein: "98-7654321" };
    const again = await ana.post(PROFILE, PROFILE, wrong);
    expect(pageOf(again).link("Enter the EIN again.")).toBe("#profile-ein");
    expect(again.text).not.toMatch(/98-?7654321/);
    expect(pageOf(again).form(PROFILE).value("remove_ein")).toBe("");
    const removed = await ana.post(PROFILE, PROFILE, { ...wrong, ein: "", remove_ein: "yes" });
    expect(pageOf(removed).form(PROFILE).value("remove_ein")).toBe("yes");
    expect(removed.text).not.toContain("Enter the EIN again");
  });

  test("each mode has its own, and the live one needs a fresh link", async () => {
    const ana = await signedIn("Profile Four");
    await ana.post(LIVE_PROFILE, LIVE_PROFILE, { ...WHOLE, legal_name: "Live Name" });
    const pages = [await ana.call(LIVE_PROFILE), await ana.call(PROFILE)];
    expect(pages.map(({ text }) => text.includes("Live Name"))).toEqual([true, false]);
    await cloud.advance("11m");
    const { status, text } = await ana.post(LIVE_PROFILE, LIVE_PROFILE, { ...WHOLE, city: "Kept City" });
    expect([status, text]).toEqual([403, expect.stringContaining("needs a fresh link")]);
    const again = await ana.call(LIVE_PROFILE);
    expect(again.text).toContain("We kept what you typed, except the EIN.");
    expect(pageOf(again).form(LIVE_PROFILE).value("city")).toBe("Kept City");
    expect(again.text).not.toContain(WHOLE.ein);
    expect((await ana.post(PROFILE, PROFILE, WHOLE)).status).toBe(303);
  });
});

/** Drivers with names of each kind, and their forms of 2025. `first`: the page with one driver. */
async function withForms() {
  const { ana, api } = await withKey("Forms One");
  const driver = async (first_name: string, last_name: string): Promise<string> =>
    (await api("/v1/drivers", { email: freshEmail(), first_name, last_name, ssn_last4: "0042" })).json.id;
  const plain = await driver("Zoë", "O'Neil-Ng");
  const first = (await ana.call(FORMS)).text;
  const [han, picture] = [await driver("运", "输"), await driver("🚚", "💥")];
  const [formula, tipped] = [await driver("=1+1", "Ng"), await driver("Ana", "Ng")];
  const payout = { driver_id: tipped, amount: 10_000, tip_amount: 1, currency: "usd" };
  await api("/v1/payments/payout", payout);
  for (const id of [plain, han, formula])
    await api(`/v1/test_helpers/tax/${id}/1099_ready`, { year: 2025, gross_amount: 70_000 });
  return { ana, api, first, plain, han, picture, formula, tipped };
}
const forms = await withForms();

test("the tax forms' page lists what a form misses or can't print", async () => {
  const { ana, first, plain, han, picture, formula, tipped } = forms;
  expect(first).toContain("We checked 1 driver. A form prints each name as it is, and misses nothing.");
  const page = pageOf(await ana.call(`${FORMS}?year=${new Date().getUTCFullYear()}`));
  expect(page.text).toContain("We checked 5 drivers. Check 3 of them.");
  expect(page.section("Drivers to check").rows.map(({ cells }) => cells.slice(1))).toEqual([
    ["", "Tips without an occupation", tipped],
    ["Nothing", "", picture],
    ["Yun Shu", "", han],
  ]);
  expect(page.text).not.toMatch(new RegExp(`${plain}|${formula}`));
  expect((await ana.call(`${FORMS}?before=${han}`)).text).toContain("We checked 1 driver.");
});

test("the tax forms' page lists the forms of its year", async () => {
  const { ana, plain, han, formula } = forms;
  const page = pageOf(await ana.call(`${FORMS}?year=2025`));
  expect(page.section("The forms of 2025").ids("drv")).toEqual([formula, han, plain]);
  expect([page.text.includes("3 forms"), page.link("Forms 1 to 3")]).toEqual([true, `${FORMS}/2025?part=1`]);
  expect(pageOf(await ana.call(FORMS)).text).toContain("0 forms");
});

test("the forms of a year come as the API's file, for a spreadsheet", async () => {
  const { ana, api, formula } = forms;
  const { headers, bytes } = await ana.call(`${FORMS}/2025`);
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="1099-NEC-2025-1.csv"',
  });
  const { text } = await api("/v1/tax/documents?year=2025&limit=100");
  expect(text).toMatch(/^id,type,year,driver_id,recipient_name,recipient_tin_last4,/);
  expect(text).toContain(`${formula},"'=1+1 Ng",0042,70000`);
  expect(Buffer.from(bytes).toString()).toBe(`\ufeff${text}`);
  for (const path of [`${FORMS}/2023`, `${FORMS}/2025?part=2`, `${FORMS}/2025?part=0`])
    expect((await ana.call(path)).status).toBe(404);
});

test("forms come in files of 100, oldest first, and each form is in one of them", async () => {
  const { ana, api } = await withKey("Forms Many");
  const { id: account_id } = (await api("/v1/account")).json;
  const owner = { account_id, mode: "test" } as const;
  const facts = { driver_id: "drv_1", year: 2025, gross_amount: 70_000, tip_amount: 0 };
  const issued = Array.from({ length: 201 }, (_, i) =>
    issueDocument({ ...facts, payer: { name: "Acme" }, recipient: { name: "Ana" } }, new Date(i + 1)),
  );
  for (const form of issued)
    await cloud.putItem(table, marshall({ ...keys.taxDocument(owner, 2025, form.id), ...form }));
  const idsOf = async (part: number) =>
    (await ana.call(`${FORMS}/2025?part=${part}`)).text
      .split("\n")
      .slice(1, -1)
      .map((line) => line.slice(0, line.indexOf(",")))
      .reverse();
  const ids = issued.map(({ id }) => id);
  expect([await idsOf(1), await idsOf(2), await idsOf(3)]).toEqual([
    ids.slice(0, 100),
    ids.slice(100, 200),
    ids.slice(200),
  ]);
});

describe("the website", () => {
  const PARTNERS = "/api/agent/partners";
  const save = (visitor: DashboardVisitor, website: string) =>
    visitor.post(ACCOUNT, "/developers/account/website", { website });

  const signupFrom = async (origin: string, partner_id: string) => {
    const json = { email: freshEmail(), partner_id };
    const call = { json, from: freshAddress(), headers: { origin } };
    return (await cloud.call("/api/agent/signups", call)).status;
  };

  test("it changes in the dashboard only, and its pages may start signups once a review approved it", async () => {
    const ana = await signedIn("Website One");
    const register = async (website: string) => {
      const json = { company: "Website One", email: ana.email, website };
      return (await cloud.call(PARTNERS, { json, from: freshAddress() })).json.partner_id;
    };
    const slug = await register("https://stranger.example");
    const statuses = async (...names: string[]) => {
      await cloud.advance("1m");
      return Promise.all(names.map((name) => signupFrom(`https://${name}.example`, slug)));
    };
    expect(await statuses("stranger")).toEqual([403]);
    expect((await save(ana, " https://one.example/about ")).headers.location).toBe(`${ACCOUNT}?done=website`);
    expect((await ana.call(ACCOUNT)).text).toContain("https://one.example/about");
    expect(await statuses("one")).toEqual([403]);
    const { message } = await cloud.command("approve-partner", { partner_id: slug });
    const again = await register("https://stranger.example");
    expect([message, again, ...(await statuses("one", "stranger"))]).toEqual([
      expect.stringContaining("https://one.example/about"),
      slug,
      201,
      403,
    ]);
    await save(ana, "https://other.example");
    expect(await statuses("one", "other")).toEqual([403, 403]);
  });
});

test("a path with an id that no record should repeat is not found", async () => {
  const ana = await signedIn("Long Id");
  const reply = await ana.post(HOME, `/developers/keys/test/${"k".repeat(65)}/revoke`);
  expect(reply.status).toBe(404);
  expect((await cloud.call(HOME, { from: freshAddress() })).status).toBe(303);
});

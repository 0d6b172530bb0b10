import { describe, expect, test } from "@jest/globals";
import { marshall } from "@aws-sdk/util-dynamodb";
import { issueDocument } from "../../shared/domain/tax/tax-document.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { table } from "../support/partner/driver-figures.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";

const HOME = "/developers/home/test";
const ACCOUNT = "/developers/account/test";
const PROFILE = `${ACCOUNT}/profile`;
const FORMS = `${ACCOUNT}/forms`;
const LIVE_PROFILE = "/developers/account/live/profile";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

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
    const ana = await signedIn("Profile One");
    const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" }));
    expect((await ana.post(PROFILE, PROFILE, WHOLE)).headers.location).toBe(`${PROFILE}?done=saved`);
    const api = await cloud.call("/v1/account", { headers: { authorization: `Bearer ${key}` } });
    expect(api.json).toMatchObject({
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
    const html = (await ana.post(PROFILE, PROFILE, wrong)).text;
    expect(html).toContain('<a href="#profile-ein">Enter the EIN again.');
    expect(html).not.toMatch(/98-?7654321/);
    expect(html).not.toMatch(/name="remove_ein"[^>]* checked/);
    const removed = (await ana.post(PROFILE, PROFILE, { ...wrong, ein: "", remove_ein: "yes" })).text;
    expect(removed).toMatch(/name="remove_ein"[^>]* checked/);
    expect(removed).not.toContain("Enter the EIN again");
  });

  test("each mode has its own, and the live one needs a fresh link", async () => {
    const ana = await signedIn("Profile Four");
    await ana.post(LIVE_PROFILE, LIVE_PROFILE, { ...WHOLE, legal_name: "Live Name" });
    expect((await ana.call(LIVE_PROFILE)).text).toContain("Live Name");
    expect((await ana.call(PROFILE)).text).not.toContain("Live Name");
    await cloud.advance("11m");
    const { status, text } = await ana.post(LIVE_PROFILE, LIVE_PROFILE, { ...WHOLE, city: "Kept City" });
    expect([status, text]).toEqual([403, expect.stringContaining("needs a fresh link")]);
    const again = (await ana.call(LIVE_PROFILE)).text;
    expect(again).toContain("We kept what you typed, except the EIN.");
    expect(again).toMatch(/value="Kept City"/);
    expect(again).not.toContain(WHOLE.ein);
    expect((await ana.post(PROFILE, PROFILE, WHOLE)).status).toBe(303);
  });
});

test("the tax forms' page lists what a form misses or can't print, and downloads the forms for a spreadsheet", async () => {
  const ana = await signedIn("Forms One");
  const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" }));
  const api = (path: string, json?: object) =>
    cloud.call(path, {
      ...(json && { json }),
      headers: { authorization: `Bearer ${key}`, accept: "text/csv" },
    });
  const driver = async (first_name: string, last_name: string) =>
    (await api("/v1/drivers", { email: freshEmail(), first_name, last_name, ssn_last4: "0042" })).json.id;
  const plain = await driver("Zoë", "O'Neil-Ng");
  expect((await ana.call(FORMS)).text).toContain(
    "We checked 1 driver. A form prints each name as it is, and misses nothing.",
  );
  const [han, picture, formula] = [
    await driver("运", "输"),
    await driver("🚚", "💥"),
    await driver("=1+1", "Ng"),
  ];
  const tipped = await driver("Ana", "Ng");
  const payout = { driver_id: tipped, amount: 10_000, tip_amount: 1, currency: "usd" };
  expect((await api("/v1/payments/payout", payout)).status).toBe(201);
  for (const id of [plain, han, formula])
    await api(`/v1/test_helpers/tax/${id}/1099_ready`, { year: 2025, gross_amount: 70_000 });

  const { text } = await ana.call(`${FORMS}?year=${new Date().getUTCFullYear()}`);
  expect(text).toContain("We checked 5 drivers. Check 3 of them.");
  expect(text).toMatch(
    new RegExp(`${tipped}.*Tips without an occupation.*${picture}.*Nothing.*${han}.*Yun Shu`, "s"),
  );
  expect(text).not.toMatch(new RegExp(`${plain}|${formula}`));
  expect((await ana.call(`${FORMS}?before=${han}`)).text).toContain("We checked 1 driver.");

  const listedIn = async (path: string) =>
    /(\d+) forms?<\/span>(.*?)<h2 id="names"/s.exec((await ana.call(path)).text)?.slice(1) ?? [];
  const [count, forms = ""] = await listedIn(`${FORMS}?year=2025`);
  expect([count, forms.match(/drivers\/test\/(drv_\w+)/g)]).toEqual([
    "3",
    [formula, han, plain].map((id) => `drivers/test/${id}`),
  ]);
  expect((await listedIn(FORMS))[0]).toBe("0");

  const file = await ana.call(`${FORMS}/2025`);
  expect(file.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="1099-NEC-2025-1.csv"',
  });
  const listed = await api("/v1/tax/documents?year=2025&limit=100");
  expect(listed.text).toMatch(/^id,type,year,driver_id,recipient_name,recipient_tin_last4,/);
  expect(Buffer.from(file.bytes).toString()).toBe(`\ufeff${listed.text}`);
  expect(file.text).toContain(`${formula},"'=1+1 Ng",0042,70000`);
  for (const path of [`${FORMS}/2023`, `${FORMS}/2025?part=2`, `${FORMS}/2025?part=0`])
    expect((await ana.call(path)).status).toBe(404);
  expect((await ana.call(`${FORMS}?year=2025`)).text).toContain(">Forms 1 to 3</a>");
});

test("forms come in files of 100, oldest first, and each form is in one of them", async () => {
  const ana = await signedIn("Forms Many");
  const key = keyIn(await ana.post(HOME, "/developers/keys/test/create", { name: "Key", access: "all" }));
  const headers = { authorization: `Bearer ${key}` };
  const { id: account_id } = (await cloud.call("/v1/account", { headers })).json;
  const owner = { account_id, mode: "test" } as const;
  const facts = { driver_id: "drv_1", year: 2025, gross_amount: 70_000, tip_amount: 0 };
  const forms = Array.from({ length: 201 }, (_, i) =>
    issueDocument({ ...facts, payer: { name: "Acme" }, recipient: { name: "Ana" } }, new Date(i + 1)),
  );
  for (const form of forms)
    await cloud.putItem(table, marshall({ ...keys.taxDocument(owner, 2025, form.id), ...form }));
  const idsOf = async (part: number) =>
    (await ana.call(`${FORMS}/2025?part=${part}`)).text.match(/doc_\w+/g)?.reverse();
  const ids = forms.map(({ id }) => id);
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
    expect(await signupFrom("https://stranger.example", slug)).toBe(403);
    const reply = await save(ana, " https://one.example/about ");
    expect(reply.headers.location).toBe(`${ACCOUNT}?done=website`);
    expect((await ana.call(ACCOUNT)).text).toContain("https://one.example/about");
    await cloud.advance("1m");
    expect(await signupFrom("https://one.example", slug)).toBe(403);
    const approved = await cloud.command("approve-partner", { partner_id: slug });
    expect(approved.message).toContain("https://one.example/about");
    await cloud.advance("1m");
    expect(await signupFrom("https://one.example", slug)).toBe(201);
    expect(await register("https://stranger.example")).toBe(slug);
    await cloud.advance("1m");
    expect(await signupFrom("https://stranger.example", slug)).toBe(403);

    expect((await save(ana, "https://other.example")).status).toBe(303);
    await cloud.advance("1m");
    expect(await signupFrom("https://one.example", slug)).toBe(403);
    expect(await signupFrom("https://other.example", slug)).toBe(403);
  });
});

test("a path with an id that no record should repeat is not found", async () => {
  const ana = await signedIn("Long Id");
  const reply = await ana.post(HOME, `/developers/keys/test/${"k".repeat(65)}/revoke`);
  expect(reply.status).toBe(404);
  expect((await cloud.call(HOME, { from: freshAddress() })).status).toBe(303);
});

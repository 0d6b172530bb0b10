import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const patch = (id: string, json: object) => partner.call(`/v1/drivers/${id}`, { method: "PATCH", json });
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, "x"]));

test("null clears an optional field, and a missing field stays", async () => {
  const { id, external_id } = await partner.driver({ phone: "+14155552671", external_id: "crew-1" });
  expect(external_id).toBe("crew-1");
  const cleared = (await patch(id, { phone: null, ssn_last4: null })).json;
  expect([cleared.phone, cleared.external_id]).toEqual([null, "crew-1"]);
  expect((await patch(id, { external_id: null })).json.external_id).toBeNull();
  expect(await partner.read(`/v1/drivers/${id}`)).toMatchObject({ phone: null, external_id: null });
  for (const field of ["email", "first_name", "last_name"])
    expect(errorOf(await patch(id, { [field]: null }))).toEqual([400, "parameter_invalid", field]);
});

test("metadata is merged, null removes a pair or all, and at most 45 pairs change at once and 50 remain", async () => {
  const { id } = await partner.driver({ metadata: { team: "north", shift: "early" } });
  const after = async (metadata: object | null) => (await patch(id, { metadata })).json.metadata;
  const countAfter = async (metadata: object) => Object.keys(await after(metadata)).length;
  const merged = { team: "south", bay: "4", constructor: "c" };
  expect(await after({ ...merged, shift: null })).toEqual(merged);
  expect(await after(null)).toEqual({});
  const more = { a: "x", b: "x", c: "x", d: "x", e: "x" };
  expect([await countAfter(pairs(45)), await countAfter(more)]).toEqual([45, 50]);
  for (const metadata of [pairs(46), { f: "x" }])
    expect(errorOf(await patch(id, { metadata }))).toEqual([400, "parameter_invalid", "metadata"]);
  expect(await countAfter({ f: "x", a: null })).toBe(50);
  expect(Object.keys((await partner.read(`/v1/drivers/${id}`)).metadata)).toHaveLength(50);
});

test("simultaneous changes of metadata and of other fields are all applied", async () => {
  const { id } = await partner.driver();
  const changes = [
    ...["a", "b", "c", "d"].map((name) => ({ metadata: { [name]: name } })),
    { phone: "+14155552671" },
    { first_name: "Bo" },
  ];
  const replies = await Promise.all(changes.map((change) => patch(id, change)));
  expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
  expect(await partner.read(`/v1/drivers/${id}`)).toMatchObject({
    metadata: { a: "a", b: "b", c: "c", d: "d" },
    phone: "+14155552671",
    first_name: "Bo",
  });
});

test("an external id names one driver of an account, also when requests race, and another can take one given up", async () => {
  const create = (external_id: string, by = partner) =>
    by.post("/v1/drivers", { email: "ana@example.com", first_name: "A", last_name: "B", external_id });
  const taken = [409, "status_conflict", "external_id"];
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create("race")));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  const { id } = await partner.driver();
  for (const refused of [await create("race"), await patch(id, { external_id: "race" })])
    expect(errorOf(refused)).toEqual(taken);
  expect((await create("race", await newPartner(cloud))).status).toBe(201);
  const first = replies.find(({ status }) => status === 201)?.json.id;
  const patched = [
    await patch(first, { external_id: "race" }),
    await patch(first, { external_id: "car" }),
    await patch(id, { external_id: "race" }),
  ];
  expect(patched.map(({ json }) => json.external_id)).toEqual(["race", "car", "race"]);
});

const home = { line1: "77 Alder Lane", city: "Oakland", state: "CA", postal_code: "94601" };

test("a driver shows the address of its creation, and a PATCH replaces it as a whole", async () => {
  const driver = await partner.driver({ address: home });
  expect(driver.address).toEqual({ ...home, line2: null, country: "US" });
  const next = { ...home, line2: "Unit 2", postal_code: "94601-1234" };
  const { json } = await patch(driver.id, { address: next });
  expect(json.address).toEqual({ ...next, country: "US" });
  expect(await partner.read(`/v1/drivers/${driver.id}`)).toEqual(json);
  const [event] = (await partner.read("/v1/events?type=driver.updated&limit=1")).data;
  expect(event.data.changed).toEqual(["address"]);
  expect(JSON.stringify(event)).not.toContain("Alder");
});

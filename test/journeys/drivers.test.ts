import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const patch = (id: string, json: object) => partner.call(`/v1/drivers/${id}`, { method: "PATCH", json });
const pairs = (count: number, value = "x") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, value]));

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

test("metadata is merged, null removes a pair, and null for all removes all", async () => {
  const { id } = await partner.driver({ metadata: { team: "north", shift: "early" } });
  const merged = { team: "south", shift: null, bay: "4", constructor: "c" };
  expect((await patch(id, { metadata: merged })).json.metadata).toEqual({
    team: "south",
    bay: "4",
    constructor: "c",
  });
  expect((await patch(id, { metadata: null })).json.metadata).toEqual({});
  expect((await partner.read(`/v1/drivers/${id}`)).metadata).toEqual({});
});

test("at most 45 pairs change at once, and at most 50 remain", async () => {
  const { id } = await partner.driver({ metadata: pairs(50) });
  expect((await patch(id, { metadata: pairs(45, "y") })).status).toBe(200);
  expect(errorOf(await patch(id, { metadata: pairs(46) }))).toEqual([400, "parameter_invalid", "metadata"]);
  expect(errorOf(await patch(id, { metadata: { more: "x" } }))).toEqual([
    400,
    "parameter_invalid",
    "metadata",
  ]);
  const { metadata } = (await patch(id, { metadata: { more: "x", key_0: null } })).json;
  expect(Object.keys(metadata)).toHaveLength(50);
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

describe("an external id", () => {
  const create = (external_id: string, by = partner) =>
    by.post("/v1/drivers", { email: "ana@example.com", first_name: "A", last_name: "B", external_id });

  test("it names one driver of an account and mode, also when requests race", async () => {
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => create("race")));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(errorOf(await create("race"))).toEqual([409, "status_conflict", "external_id"]);
    expect((await create("race", await newPartner(cloud))).status).toBe(201);
  });

  test("a driver can take one that another gave up, and sends its own again without a conflict", async () => {
    const [first, second]: Json[] = [await partner.driver({ external_id: "bike" }), await partner.driver()];
    expect(errorOf(await patch(second.id, { external_id: "bike" }))).toEqual([
      409,
      "status_conflict",
      "external_id",
    ]);
    expect((await patch(first.id, { external_id: "bike" })).status).toBe(200);
    expect((await patch(first.id, { external_id: "car" })).status).toBe(200);
    expect((await patch(second.id, { external_id: "bike" })).json.external_id).toBe("bike");
  });
});

test("objects of the sandbox and of live mode say which they are", async () => {
  const account = `livemode-${Date.now()}`;
  const [test, live] = [
    await newPartner(cloud, { account }),
    await newPartner(cloud, { account, live: true }),
  ];
  await cloud.command("verify-account", { account });
  expect([(await test.driver()).livemode, (await live.driver()).livemode]).toEqual([false, true]);
  expect((await live.read("/v1/drivers")).data[0].livemode).toBe(true);
  expect((await live.read("/v1/events")).data[0].data.livemode).toBe(true);
});

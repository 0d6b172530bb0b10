import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";

const address = {
  line1: "1 Market Street",
  line2: "Suite 300",
  city: "San Francisco",
  state: "CA",
  postal_code: "94105",
};
const profile = { display_name: "Acme", legal_name: "Acme Fleet, Inc.", address, ein: "123456789" };

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const patch = (json: object, by = partner) => by.call("/v1/account", { method: "PATCH", json });

test("a new account has an empty profile, and a PATCH fills it, with the EIN masked", async () => {
  expect(await partner.read("/v1/account")).toEqual({
    id: partner.accountId,
    object: "account",
    livemode: false,
    display_name: null,
    legal_name: null,
    address: null,
    ein: null,
    enforce_balance: false,
    updated_at: null,
  });
  const { status, json, text } = await patch(profile);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    ...profile,
    address: { ...address, country: "US" },
    ein: "XX-XXX6789",
    updated_at: expect.any(String),
  });
  expect(text).not.toMatch(/12-?34567/);
  expect(await partner.read("/v1/account")).toEqual(json);
});

test("a PATCH keeps the fields that it does not name, and null clears one", async () => {
  await patch(profile);
  const { json } = await patch({ ein: null, display_name: null });
  expect(json).toMatchObject({ legal_name: "Acme Fleet, Inc.", ein: null, display_name: null });
  expect((await patch({ address: { ...address, line2: undefined } })).json.address.line2).toBeNull();
  const toronto = { ...address, city: "Toronto", state: "Ontario", postal_code: "M5V 2T6", country: "CA" };
  expect((await patch({ address: toronto })).json.address).toEqual(toronto);
});

test("the display name is beside the registered company on the page that asks a driver for access", async () => {
  await patch({ display_name: "Acme Couriers" });
  const { id } = await partner.driver();
  const { authorization_url } = await partner.create(`/v1/earnings/${id}/connect`, {
    platform: "uber",
    redirect_url: "https://app.example.com/back",
  });
  expect((await cloud.call(new URL(authorization_url).pathname)).text).toContain("Acme Couriers");
});

import { expect, test } from "@jest/globals";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

test("every link in the reply opens", async () => {
  const { links } = (await cloud.call("/api/agent/product")).json;
  for (const link of [links.home, links.documentation, links.openapi]) {
    expect((await cloud.call(new URL(link).pathname)).status).toBe(200);
  }
});

test("the health check reports the stage and whether email is configured", async () => {
  const { status, json } = await cloud.call("/health");
  expect([status, json]).toEqual([200, { status: "ok", stage: "local", mail: "on" }]);
});

test("the health check reads the table once when the query asks for readiness, and else never", async () => {
  const readsOf = async (path: string) => {
    await cloud.clearUsage();
    const { status, json } = await cloud.call(path);
    expect([status, json.status]).toEqual([200, "ok"]);
    return (await cloud.usage())["show-health"]?.calls;
  };
  expect(await readsOf("/health")).toEqual({});
  expect(await readsOf("/health?ready")).toEqual({ "dynamodb:GetItem": 1 });
  expect(await readsOf("/health?probe=1&ready=true")).toEqual({ "dynamodb:GetItem": 1 });
});

import { expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const join = (call: Call) => cloud.call("/api/waitlist", { method: "POST", from: freshAddress(), ...call });
const form = (fields: Record<string, string>): Call => ({
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

test("a known email and a new one get the same reply", async () => {
  const json = { email: freshEmail(), name: "Ana", platforms: "DoorDash and Uber" };
  const [first, second] = [await join({ json }), await join({ json })];
  expect([first.status, first.json]).toEqual([200, { ok: true }]);
  expect([second.status, second.json]).toEqual([200, { ok: true }]);
});

test("a form redirects to the thank-you page", async () => {
  const { status, headers } = await join(form({ email: freshEmail(), name: "", platforms: "" }));
  expect([status, headers.location]).toEqual([303, "/waitlist/thanks"]);
  expect((await cloud.call("/waitlist/thanks")).text).toContain("You're on the list");
});

test("errors of no single field get a page with their message", async () => {
  const unknown = await join(form({ email: freshEmail(), foo: "1" }));
  expect(unknown.text).toMatch(/<li>Foo is not a field of this operation/);
  const large = await join(form({ email: freshEmail(), name: "x".repeat(70_000) }));
  expect([large.status, large.text]).toEqual([413, expect.stringContaining("maximum of 64 KiB")]);

  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems" });
  const failed = await join(form({ email: freshEmail() }));
  await cloud.inject();
  expect(failed.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect([failed.status, failed.text]).toEqual([
    expect.any(Number),
    expect.stringContaining("Something went wrong"),
  ]);
});

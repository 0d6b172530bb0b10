import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import type { Reply } from "../../infra/local/test/support/http.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { machineTime } from "../support/cloud/machine-time.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, hiddenIn, keyIn } from "../support/dashboard/dashboard.ts";
import { pageOf } from "../support/page.ts";

const WEBHOOKS = "/developers/webhooks/test";
const KEYS = "/developers/keys/test";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

const secretIn = (page: Reply) =>
  pageOf(page).codes.find((code) => code.startsWith("whsec_") && !code.includes("…")) ?? "";

/** Adds an endpoint. */
async function withEndpoint(company: string) {
  const ana = await signedIn(company);
  const fields = { url: `http://localhost:9/${freshEmail()}`, which: "all" };
  const added = await ana.post(WEBHOOKS, `${WEBHOOKS}/create`, fields);
  return { ana, page: `${WEBHOOKS}/${pageOf(added).id("wh")}`, secret: secretIn(added) };
}

/** What the form of a page sends that leads to an action. */
const formOf = async (ana: DashboardVisitor, page: string, action: string) =>
  pageOf(await ana.call(page)).form(action).hidden;

describe("a secret", () => {
  test("a rotation of a page that is older than another rotation changes nothing", async () => {
    const { ana, page, secret } = await withEndpoint("Resent Four");
    const [first, other] = [
      await formOf(ana, page, `${page}/rotate`),
      await formOf(ana, page, `${page}/rotate`),
    ];
    const { headers } = await ana.submit(`${page}/rotate`, { ...first, overlap: "24" });
    const rotated = secretIn(await ana.call(headers.location ?? ""));
    const late = await ana.submit(`${page}/rotate`, { ...other, overlap: "24" });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("rotated the secret since")]);
    for (const held of [secret, rotated])
      expect(pageOf(await verify(ana, page, held, 0)).title).toBe("The signature is right");
  });

  test("another member's browser shows nothing of it", async () => {
    const [ana, bo] = [await signedIn("Resent Five"), await signedIn("Resent Six")];
    const form = { ...hiddenIn(await ana.call(KEYS)), name: "Server", access: "all" };
    const view = (await ana.submit(`${KEYS}/create`, form)).headers.location ?? "";
    expect((await bo.call(view)).status).toBe(410);
    expect(keyIn(await ana.call(view))).not.toBe("");
  });
});

describe("a form", () => {
  test("the buttons of two objects on one page are two forms", async () => {
    const ana = await signedIn("Two Objects");
    for (const name of ["One", "Two"]) await ana.post(KEYS, `${KEYS}/create`, { name, access: "all" });
    const page = await ana.call(KEYS);
    const paths = pageOf(page)
      .ids("key")
      .map((id) => `${KEYS}/${id}/revoke`);
    expect(paths).toHaveLength(2);
    for (const path of paths) expect((await ana.submit(path, hiddenIn(page))).status).toBe(303);
    expect((await ana.call(KEYS)).text).toContain("No test key yet");
  });

  test("one that another member kept in the same browser is dropped", async () => {
    const ana = await signedIn("Kept One");
    const form = { ...hiddenIn(await ana.call(KEYS)), name: "Typed by Ana", access: "all" };
    await ana.without("session", () => ana.submit(`${KEYS}/create`, form));
    const kept = /kept=[^;]+/.exec(ana.cookie)?.[0] ?? "";
    const bo = await signedIn("Kept Two");
    const session = /session=[^;]+/.exec(bo.cookie)?.[0] ?? "";
    const browser = /browser=[^;]+/.exec(ana.cookie)?.[0] ?? "";
    for (const cookie of [`${session}; ${browser}; ${kept}`, `${bo.cookie}; ${kept}`]) {
      const { text } = await cloud.call(KEYS, { headers: { cookie } });
      expect(text).toContain("Kept Two");
      expect(text).not.toContain("Typed by Ana");
    }
  });

  test("one of a tab that an earlier session opened shows again what was typed there", async () => {
    const ana = await signedIn("Earlier Session");
    const form = { ...hiddenIn(await ana.call(KEYS)), name: "Typed before", access: "all" };
    ana.forget("session");
    await ana.signIn();
    const post = (site: string) => ana.submit(`${KEYS}/create`, form, { "sec-fetch-site": site });
    expect((await post("cross-site")).status).toBe(403);
    const { status, headers } = await post("same-origin");
    expect([status, headers.location]).toEqual([303, KEYS]);
    expect(
      pageOf(await ana.call(KEYS))
        .form("Create key")
        .value("name"),
    ).toBe("Typed before");
  });

  test("another site's post without a session keeps nothing", async () => {
    const ana = await signedIn("Kept Three");
    const post = (form: Record<string, string>, headers: Record<string, string>) =>
      ana.without("session", () =>
        ana.call(`${KEYS}/create`, {
          method: "POST",
          body: new URLSearchParams(form).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        }),
      );
    const forged = { name: "Typed by a stranger", form_token: `x.${"0".repeat(12)}.${"x".repeat(16)}` };
    expect((await post(forged, { "sec-fetch-site": "cross-site" })).headers["set-cookie"]).toBeUndefined();
    await post(forged, {});
    expect((await ana.call(KEYS)).text).not.toContain("Typed by a stranger");
  });
});

/** Pastes a delivery of some minutes ago, signed with a secret, into the verifier. */
function verify(ana: DashboardVisitor, page: string, secret: string, minutes: number) {
  const [id, body] = ["evt_1", "{}"];
  const timestamp = String(Math.floor(machineTime().getTime() / 1000) - minutes * 60);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return ana.post(page, `${page}/verify`, { id, timestamp, body, signature: `v1,${signed}` });
}

test("the verifier distinguishes an old delivery from a wrong signature", async () => {
  const { ana, page, secret } = await withEndpoint("Verifier");
  const titleOf = async (key: string, minutes: number) => pageOf(await verify(ana, page, key, minutes)).title;
  expect(await titleOf(secret, 4)).toBe("The signature is right");
  expect(await titleOf(secret, 6)).toBe("The signature is right, but the timestamp is old");
  expect(await titleOf(secret, -6)).toBe("The signature is right, but the timestamp is in the future");
  const other = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(await titleOf(other, 0)).toBe("The signature is wrong");
  expect(await titleOf(other, 6)).toBe("The signature is wrong");
});

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { type Cloud, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";

const WEBHOOKS = "/developers/webhooks/test";
const KEYS = "/developers/keys/test";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});
afterAll(endClouds);

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);

const secretIn = (text: string) => /whsec_[\w+/]{43}=/.exec(text)?.[0] ?? "";

/** Adds an endpoint. */
async function withEndpoint(company: string) {
  const ana = await signedIn(company);
  const fields = { url: `http://localhost:9/${freshEmail()}`, which: "all" };
  const { text } = await ana.post(WEBHOOKS, `${WEBHOOKS}/create`, fields);
  const page = /\/developers\/webhooks\/test\/wh_\w+/.exec(text)?.[0] ?? "";
  return { ana, page, secret: secretIn(text) };
}

/** What the form of a page sends that leads to an action. */
async function formOf(ana: DashboardVisitor, page: string, action: string): Promise<Record<string, string>> {
  const { text } = await ana.call(page);
  const [, form = ""] = new RegExp(`action="${action}">(.*?)</form>`, "s").exec(text) ?? [];
  const hidden = form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
}

describe("a rotation that is sent again, as by a reload", () => {
  test("an endpoint keeps the secret that the first one showed, and the one before it", async () => {
    const { ana, page, secret } = await withEndpoint("Resent One");
    const form = { ...(await formOf(ana, page, `${page}/rotate`)), overlap: "24" };
    const first = await ana.submit(`${page}/rotate`, form);
    const again = await ana.submit(`${page}/rotate`, form);
    expect([again.status, secretIn(again.text)]).toEqual([409, ""]);
    expect(again.text).toContain("The secret was rotated already");
    expect(again.text).toContain(`href="${page}"`);
    for (const one of [secret, secretIn(first.text)])
      expect((await verify(ana, page, one, 0)).text).toContain("<h1>The signature is right</h1>");
  });

  test("the page's next form rotates again", async () => {
    const { ana, page } = await withEndpoint("Resent Two");
    const rotate = async () => {
      const form = { ...(await formOf(ana, page, `${page}/rotate`)), overlap: "24" };
      return secretIn((await ana.submit(`${page}/rotate`, form)).text);
    };
    const [first, second] = [await rotate(), await rotate()];
    expect(first).toMatch(/^whsec_/);
    expect(second).toMatch(/^whsec_/);
    expect(second).not.toBe(first);
  });

  test.each(["0", "24"])("a key that was rotated with %s hours gets no second new key", async (overlap) => {
    const ana = await signedIn("Resent Three");
    await ana.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" });
    const [rotate = ""] = /\/developers\/keys\/test\/key_\w+\/rotate/.exec((await ana.call(KEYS)).text) ?? [];
    const form = { ...(await formOf(ana, KEYS, rotate)), overlap };
    const key = keyIn(await ana.submit(rotate, form));
    const again = await ana.submit(rotate, form);
    expect([again.status < 500, keyIn(again)]).toEqual([true, ""]);
    expect(again.text).toMatch(/was rotated already|a new key replaced it and its overlap is over/);
    expect(again.text).toContain(`<a href="${KEYS}">Keys</a>`);
    // The browser need not keep it.
    expect(again.text).not.toContain("keeps what you typed");
    const { status } = await cloud.call("/v1/drivers", { headers: { authorization: `Bearer ${key}` } });
    expect(status).toBe(200);
  });
});

test("an endpoint that is added again, as by a reload, says that it takes the events of the first", async () => {
  const ana = await signedIn("Resent Four");
  const add = (url: string) => ana.post(WEBHOOKS, `${WEBHOOKS}/create`, { url, which: "all" });
  const notice = "Another endpoint has this URL.";
  expect((await add("http://localhost:9/a")).text).not.toContain(notice);
  expect((await add("http://localhost:9/b")).text).not.toContain(notice);
  const again = await add("http://localhost:9/a#again");
  expect([again.text.includes(notice), secretIn(again.text)]).toEqual([
    true,
    expect.stringMatching(/^whsec_/),
  ]);
});

/** Pastes a delivery of some minutes ago, signed with a secret, into the verifier. */
function verify(ana: DashboardVisitor, page: string, secret: string, minutes: number) {
  const [id, body] = ["evt_1", "{}"];
  const timestamp = String(Math.floor(Date.now() / 1000) - minutes * 60);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return ana.post(page, `${page}/verify`, { id, timestamp, body, signature: `v1,${signed}` });
}

test("the verifier distinguishes an old delivery from a wrong signature", async () => {
  const { ana, page, secret } = await withEndpoint("Verifier");
  const titleOf = async (key: string, minutes: number) =>
    /<h1>(.*?)<\/h1>/.exec((await verify(ana, page, key, minutes)).text)?.[1];
  expect(await titleOf(secret, 4)).toBe("The signature is right");
  expect(await titleOf(secret, 6)).toBe("The signature is right, but the timestamp is old");
  expect(await titleOf(secret, -6)).toBe("The signature is right, but the timestamp is in the future");
  const other = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(await titleOf(other, 0)).toBe("The signature is wrong");
  expect(await titleOf(other, 6)).toBe("The signature is wrong");
});

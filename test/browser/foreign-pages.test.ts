import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { served } from "../support/cloud/served.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const SIGNUPS = "/api/agent/signups";
const PARTNERS = "/api/agent/partners";
const WAITLIST = "/api/waitlist";

/** The origin of the other site, and of another one, which is at the same address under another name. */
const site = await served((_, response) =>
  response.setHeader("content-type", "text/html").end("<p>Elsewhere"),
);
const otherSite = site.replace("127.0.0.1", "127.0.0.2");
const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
const page = await visit(browser);
await page.goto(site);

/** The status and the body that a script of the page gets, if it may read the reply. */
const fetched = (path: string, body?: object): Promise<{ status: number; json: Json } | "unreadable"> =>
  page.evaluate(
    async ([url, json]) => {
      const post = { method: "POST", headers: { "content-type": "application/json" }, body: json ?? "" };
      try {
        const reply = await fetch(url, json === undefined ? {} : post);
        return { status: reply.status, json: await reply.json() };
      } catch {
        return "unreadable" as const;
      }
    },
    [`${cloud.url}${path}`, body && JSON.stringify(body)] as const,
  );
const codeOf = (reply: Awaited<ReturnType<typeof fetched>>) =>
  reply === "unreadable" ? reply : [reply.status, reply.json.error?.code];
const NOT_ALLOWED = [403, "origin_not_allowed"];

/** Sends a form of the page, as a person would by its button, and waits for the reply's page. */
async function submitted(path: string, fields: Record<string, string>): Promise<number | undefined> {
  const [reply] = await Promise.all([
    page.waitForResponse(`${cloud.url}${path}`),
    page.waitForEvent("domcontentloaded"),
    page.evaluate(
      ([action, entries]) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action });
        for (const [name, value] of entries)
          form.append(Object.assign(document.createElement("input"), { name, value }));
        document.body.append(form);
        form.submit();
      },
      [`${cloud.url}${path}`, Object.entries(fields)] as const,
    ),
  ]);
  await page.goto(site);
  return reply.status();
}

/** A partner with this website, registered by a program, and approved. */
const registered = async (website?: string): Promise<string> => {
  const json = { company: "Acme Fleet", email: freshEmail(), ...(website && { website }) };
  const { partner_id } = (await cloud.call(PARTNERS, { json, from: freshAddress() })).json;
  await cloud.command("approve-partner", { partner_id });
  return partner_id;
};

const mailTo = async (address: string): Promise<Json[]> =>
  (await cloud.call("/_local/mailbox/json")).json.filter(({ to }: Json) => [to].flat().includes(address));

describe("a page of another site", () => {
  test.each(["/api/agent/product", "/api/openapi.json", "/v1/openapi.json", "/health"])(
    "reads %s",
    async (path) => expect(codeOf(await fetched(path))).toEqual([200, undefined]),
  );

  test("starts and follows a sandbox signup, and registers in the sandbox", async () => {
    const signup = await fetched(SIGNUPS, { email: freshEmail(), sandbox: true });
    if (signup === "unreadable") throw new Error(signup);
    expect(signup.status).toBe(201);
    const status = await fetched(`${SIGNUPS}/${signup.json.signup_id}`);
    expect(codeOf(status)).toEqual([200, undefined]);
    const partner = { company: "Acme Fleet", email: freshEmail(), sandbox: true };
    expect(codeOf(await fetched(PARTNERS, partner))).toEqual([201, undefined]);
  });

  test("starts no live signup, registers no partner, joins no waitlist", async () => {
    const email = freshEmail();
    expect(codeOf(await fetched(SIGNUPS, { email }))).toEqual(NOT_ALLOWED);
    expect(codeOf(await fetched(PARTNERS, { company: "Acme Fleet", email }))).toEqual(NOT_ALLOWED);
    expect(codeOf(await fetched(WAITLIST, { email }))).toEqual(NOT_ALLOWED);
    // The first signup of a program is a new one, so the page's left nothing.
    const first = await cloud.call(SIGNUPS, { json: { email }, from: freshAddress() });
    expect(first.status).toBe(201);
  });

  test("sends no form that joins the waitlist", async () => {
    expect(await submitted(WAITLIST, { email: freshEmail() })).toBe(403);
  });

  test("cannot read the Platform API, even with a key", async () => {
    expect(await fetched("/v1/drivers")).toBe("unreadable");
    expect(await fetched("/v1/drivers", { email: freshEmail() })).toBe("unreadable");
  });
});

describe("a page of an approved partner's website", () => {
  test("starts a live signup for the partner", async () => {
    const email = freshEmail();
    const partner_id = await registered(`${site}/about`);
    const reply = await fetched(SIGNUPS, { email, partner_id });
    expect(codeOf(reply)).toEqual([201, undefined]);
    await cloud.advance("1m");
    expect(await mailTo(email)).toHaveLength(1);
  });

  test("starts no live signup for another partner, an unknown one or none", async () => {
    await registered(site);
    for (const partner_id of [
      await registered(otherSite),
      await registered("data:text/html,x"),
      await registered(),
      "no-such-partner",
      undefined,
    ]) {
      const body = { email: freshEmail(), ...(partner_id !== undefined && { partner_id }) };
      expect(codeOf(await fetched(SIGNUPS, body))).toEqual(NOT_ALLOWED);
    }
  });
});

test("a page without an origin starts no signup for a partner whose website has none", async () => {
  const { status, json } = await cloud.call(SIGNUPS, {
    json: { email: freshEmail(), partner_id: await registered("data:text/html,x") },
    from: freshAddress(),
    headers: { origin: "null" },
  });
  expect([status, json.error.code]).toEqual(NOT_ALLOWED);
});

test("the waitlist's form on our own page works under each name of the machine", async () => {
  for (const url of [cloud.url, cloud.url.replace("localhost", "127.0.0.1")]) {
    await page.goto(url);
    await page.getByLabel("Email").fill(freshEmail());
    await page
      .locator("form", { has: page.getByLabel("Email") })
      .getByRole("button")
      .click();
    await page
      .getByText(/You're on the list/)
      .first()
      .waitFor();
  }
});

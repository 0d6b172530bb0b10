import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { CDPSession, Page } from "playwright-core";
import { complaintsOf, launchBrowser, visit } from "../../../test/support/cloud/browser.ts";
import { served, tableAt } from "../../../test/support/cloud/served.ts";
import { sharedCloud } from "../../../test/support/cloud/shared-cloud.ts";
import { DashboardVisitor, hiddenIn } from "../../../test/support/dashboard/dashboard.ts";
import { SoftPasskey } from "../../../test/support/dashboard/soft-passkey.ts";
import { pageOf } from "../../../test/support/page.ts";
import { inspect } from "../../../test/support/pictures/inspect.ts";
import { newMember } from "../../domain/account/member.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
/** The same relying party, at another port. */
const otherSite = (
  await served((_, response) => response.setHeader("content-type", "text/html").end("Hi"))
).replace("127.0.0.1", "localhost");

const ACCOUNT = "/developers/account/test";
const ADD = "/developers/account/passkeys";
const STEP_UP = "/developers/account/step-up";

async function addAuthenticator(cdp: CDPSession, { hasUserVerification = true } = {}): Promise<string> {
  const options = {
    ...({ protocol: "ctap2", transport: "internal", hasResidentKey: true } as const),
    hasUserVerification,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  return (await cdp.send("WebAuthn.addVirtualAuthenticator", { options })).authenticatorId;
}

/** A browser with a device that has passkeys, in which a person is signed in. */
class Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
  readonly visitor: DashboardVisitor;

  private constructor(page: Page, cdp: CDPSession, authenticatorId: string, visitor: DashboardVisitor) {
    this.page = page;
    this.cdp = cdp;
    this.authenticatorId = authenticatorId;
    this.visitor = visitor;
  }

  static async of(visitor: DashboardVisitor): Promise<Device> {
    const page = await visit(browser);
    await page.context().addCookies(visitor.cookiesAt(cloud.url));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    return new Device(page, cdp, await addAuthenticator(cdp), visitor);
  }

  open = (path: string) => this.page.goto(cloud.url + path);
  press = (name: string) => this.page.getByRole("button", { name, exact: true }).click();

  async add(name: string): Promise<void> {
    await this.open(ACCOUNT);
    await this.press("Add a passkey");
    await this.page.getByLabel("Name").fill(name);
    await this.press("Add the passkey");
    await this.page.getByText("Passkey added.").waitFor();
  }

  /** What the page of the step-up asks for. */
  async asked(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    await this.open(STEP_UP);
    return JSON.parse((await this.page.locator("[data-passkey]").getAttribute("data-passkey")) ?? "").get;
  }

  /** What the device creates. */
  async create(options: object = {}, at = cloud.url): Promise<string> {
    await this.page.goto(at);
    return this.page.evaluate(async (create) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        create as PublicKeyCredentialCreationOptionsJSON,
      );
      const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      return JSON.stringify(credential.toJSON());
    }, options);
  }

  /** What the device signs, on a page of this address. */
  async sign(get: PublicKeyCredentialRequestOptionsJSON, at = cloud.url + STEP_UP): Promise<string> {
    await this.page.goto(at);
    return this.page.evaluate(async (options) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
      return JSON.stringify(credential.toJSON());
    }, get);
  }

  /** The status of a confirmation, and what its page says. */
  async confirm(form_passkey: string) {
    const hidden = hiddenIn(await this.visitor.call(STEP_UP));
    const reply = await this.visitor.submit(STEP_UP, { ...hidden, next: ACCOUNT, form_passkey });
    return [reply.status, pageOf(reply).elements('[role="alert"] li')[0]?.text];
  }

  /** Changes what the device stores of its first passkey. */
  async store(change: { signCount: number }): Promise<void> {
    const { authenticatorId } = this;
    const { credentials } = await this.cdp.send("WebAuthn.getCredentials", { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error("The device has no passkey");
    const { credentialId } = credential;
    await this.cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
    await this.cdp.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credential, ...change },
    });
  }
}

const newDevice = async (company: string) => Device.of(await new DashboardVisitor(cloud).signIn(company));

test("a person adds a passkey, and confirms a change with it", async () => {
  const visitor = await new DashboardVisitor(cloud).signIn("Keys Fleet");
  const device = await Device.of(visitor);
  const complaints = complaintsOf(device.page);
  await device.add("My phone");
  await device.page.getByRole("cell", { name: "My phone" }).waitFor();
  await cloud.advance("11m");
  await device.open(ACCOUNT);
  await device.press("Change the website");
  await device.page.getByRole("textbox", { name: "Website" }).fill("https://fleet.example");
  await device.press("Save the website");
  await device.press("Use your passkey");
  await device.page.getByText("We kept what you typed").waitFor();
  await device.press("Save the website");
  await device.page.getByText("Website saved.").waitFor();
  expect(complaints.filter((text) => !/status of 403/.test(text))).toEqual([]);
});

const CONFIRMED = [303, undefined];
const NOT_YOURS = [400, "This is no passkey of yours. Use one that your Account page lists."];
const NOT_VERIFIED = [400, expect.stringContaining("We couldn't verify the passkey.")];

const phone = await newDevice("Refusing Fleet");
await phone.add("My phone");

/** Each is refused. */
const answers: Record<string, () => Promise<string>> = {
  "of a page of another origin": async () => phone.sign(await phone.asked(), otherSite),
  "that was used": async () => {
    const answer = await phone.sign(await phone.asked());
    expect(await phone.confirm(answer)).toEqual(CONFIRMED);
    return answer;
  },
  "to an older challenge than the one used last": async () => {
    const older = await phone.asked();
    expect(await phone.confirm(await phone.sign(await phone.asked()))).toEqual(CONFIRMED);
    return phone.sign(older);
  },
  "to a challenge that is older than five minutes": async () => {
    const answer = await phone.sign(await phone.asked());
    await cloud.advance("6m");
    return answer;
  },
  "to a challenge that was made to add a passkey": async () => {
    expect(await phone.confirm(await phone.sign(await phone.asked()))).toEqual(CONFIRMED);
    await phone.open(ACCOUNT);
    const form = phone.page.locator("form[data-passkey]");
    const { create } = JSON.parse((await form.getAttribute("data-passkey")) ?? "");
    return phone.sign({ ...(await phone.asked()), challenge: create.challenge });
  },
  "to a challenge that we did not make": async () =>
    phone.sign({ ...(await phone.asked()), challenge: "c".repeat(43) }),
  "of a device that did not verify the person": async () => {
    const { cdp, authenticatorId } = phone;
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    const answer = await phone.sign({ ...(await phone.asked()), userVerification: "discouraged" });
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    return answer;
  },
  "whose counter fell": async () => {
    expect(await phone.confirm(await phone.sign(await phone.asked()))).toEqual(CONFIRMED);
    await phone.store({ signCount: 0 });
    const answer = await phone.sign(await phone.asked());
    await phone.store({ signCount: 1_000 });
    return answer;
  },
  "with another signature": async () => {
    const answer = JSON.parse(await phone.sign(await phone.asked()));
    const { signature } = JSON.parse(await phone.sign(await phone.asked())).response;
    return JSON.stringify({ ...answer, response: { ...answer.response, signature } });
  },
  "that is no JSON": async () => "{",
  "that is no answer": async () => JSON.stringify({ id: [], response: 7 }),
};

test.each(Object.keys(answers))("an answer %s is refused", async (name) => {
  const answer = await answers[name]?.();
  expect(await phone.confirm(answer ?? "")).toEqual(NOT_VERIFIED);
});

const askedToCreate = async ({ page, open }: Device) => {
  await open(ACCOUNT);
  return JSON.parse((await page.locator("form[data-passkey]").getAttribute("data-passkey")) ?? "").create;
};

/** Each is no passkey that a person may add. */
const creations: Record<string, (device: Device) => Promise<string>> = {
  "on a page of another origin": async (device) => device.create(await askedToCreate(device), otherSite),
  "for a challenge that we did not make": async (device) =>
    device.create({ ...(await askedToCreate(device)), challenge: "c".repeat(43) }),
  "for a challenge of another session": async () => {
    const other = await new DashboardVisitor(cloud).signIn("Elsewhere Fleet");
    return new SoftPasskey(cloud.url).answerTo(await other.call(ACCOUNT));
  },
  "by a device that did not verify the person": async (device) => {
    const { cdp, authenticatorId } = device;
    await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await addAuthenticator(cdp, { hasUserVerification: false });
    const authenticatorSelection = { residentKey: "discouraged", userVerification: "discouraged" };
    return device.create({ ...(await askedToCreate(device)), authenticatorSelection });
  },
};

test.each(Object.keys(creations))("a passkey that was made %s is not added", async (name) => {
  const device = await newDevice("Making Fleet");
  const form_passkey = (await creations[name]?.(device)) ?? "";
  const { status, text } = await device.visitor.post(ACCOUNT, ADD, { name: "Phone", form_passkey });
  expect([status, text]).toEqual([400, expect.stringContaining("We couldn't verify the passkey.")]);
  expect(text).toContain("0 of 5");
});

test("a passkey that was removed is not added again by what added it", async () => {
  const visitor = await new DashboardVisitor(cloud).signIn("Again Fleet");
  await new SoftPasskey(cloud.url).addTo(visitor, "Other");
  const form_passkey = new SoftPasskey(cloud.url).answerTo(await visitor.call(ACCOUNT));
  const add = () => visitor.post(ACCOUNT, ADD, { name: "Phone", form_passkey });
  expect((await add()).status).toBe(303);
  const [, id = ""] = (await visitor.call(ACCOUNT)).text.match(/psk_\w+(?=\/remove)/g) ?? [];
  expect((await visitor.post(ACCOUNT, `${ADD}/${id}/remove`)).status).toBe(303);
  expect((await add()).status).toBe(409);
  expect((await visitor.call(ACCOUNT)).text).toContain("1 of 5");
});

test("an answer of another member's passkey is refused, also one to the member's own challenge", async () => {
  const other = await newDevice("Other Fleet");
  await other.add("Theirs");
  const theirs = await other.asked();
  expect(await phone.confirm(await other.sign(theirs))).toEqual(NOT_VERIFIED);
  const { challenge } = await phone.asked();
  expect(await phone.confirm(await other.sign({ ...theirs, challenge }))).toEqual(NOT_YOURS);
});

test("an answer of a passkey that was removed is refused, and adds none", async () => {
  const visitor = await new DashboardVisitor(cloud).signIn("Removing Fleet");
  const device = await Device.of(visitor);
  await device.add("First");
  await new SoftPasskey(cloud.url).addTo(visitor, "Second");
  const answer = await device.sign(await device.asked());
  await device.open(ACCOUNT);
  const row = device.page.getByRole("row").filter({ hasText: "First" });
  await row.getByRole("button", { name: "Remove" }).first().click();
  await row.getByRole("button", { name: "Remove the passkey" }).click();
  await device.page.getByText("Passkey removed.").waitFor();
  expect(await device.confirm(answer)).toEqual(NOT_YOURS);
});

/** A proposal's page and the function that answers it have these of this room. */
test("a signature of one proposal approves no other, and names member and credential", async () => {
  Object.assign(process.env, tableAt("http://localhost:9"), { BASE_URL: cloud.url });
  const { askToUse, createdPasskey, askToCreate, requirePasskeyUse } = await import(
    "../passkeys/webauthn.ts"
  );
  const now = new Date();
  const of = { account_id: "acct_1", partner_id: "acme", email: "ana@example.com", role: "admin" } as const;
  const ana = newMember(of, now);
  const device = await Device.of(new DashboardVisitor(cloud));
  const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url");
  const first = hashOf('{"id":"prp_1","amount":1}');
  const second = hashOf('{"id":"prp_1","amount":2}');
  const form_passkey = await device.create(askToCreate(ana, first, now).create);
  const created = await createdPasskey({ form: { form_passkey } }, first);
  const passkey = { passkey_id: "psk_1", name: "Phone", ...created, created_at: now.toISOString() };
  const member = { ...ana, passkeys: [passkey] };
  const { get } = askToUse(member, first);
  const form = { form_passkey: await device.sign(get as PublicKeyCredentialRequestOptionsJSON) };
  await expect(requirePasskeyUse({ member, form, now }, second)).rejects.toThrow("couldn't verify");
  const { credential_id } = created;
  expect(await requirePasskeyUse({ member, form, now }, first)).toMatchObject({
    member_id: ana.member_id,
    credential_id,
  });
  await expect(requirePasskeyUse({ member: ana, form, now }, first)).rejects.toThrow("no passkey of yours");
});

test("the pages of passkeys are accessible", async () => {
  const device = await newDevice("Looking Fleet");
  await device.open(ACCOUNT);
  await inspect(device.page, "passkeys-none");
  await device.press("Add a passkey");
  await inspect(device.page, "passkeys-add");
  await device.add("My phone");
  await inspect(device.page, "passkeys-list");
  await device.open(STEP_UP);
  await inspect(device.page, "passkeys-step-up");
});

const browsers: [string, object, string, string][] = [
  ["without JavaScript", { javaScriptEnabled: false }, "", "A passkey needs JavaScript."],
  ["without WebAuthn", {}, "delete globalThis.PublicKeyCredential", "This browser has no passkeys."],
];

test.each(browsers)("%s, the page says what is missing", async (_, options, script, words) => {
  const page = await visit(browser, options);
  await page.addInitScript(script);
  await page.context().addCookies(phone.visitor.cookiesAt(cloud.url));
  await page.goto(cloud.url + STEP_UP);
  await page.getByText(words).waitFor();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await page.getByText("Your browser sent no passkey.").waitFor();
});

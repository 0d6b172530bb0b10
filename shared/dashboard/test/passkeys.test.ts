import { expect, test } from "@jest/globals";
import type { CDPSession, Page } from "playwright-core";
import { complaintsOf, launchBrowser, visit } from "../../../test/support/cloud/browser.ts";
import { served } from "../../../test/support/cloud/served.ts";
import { sharedCloud } from "../../../test/support/cloud/shared-cloud.ts";
import { DashboardVisitor, hiddenIn } from "../../../test/support/dashboard/dashboard.ts";

const [cloud, browser] = await Promise.all([sharedCloud(), launchBrowser()]);
/** The same relying party, at another port. */
const otherSite = (
  await served((_, response) => response.setHeader("content-type", "text/html").end("Hi"))
).replace("127.0.0.1", "localhost");

const ACCOUNT = "/developers/account/test";
const STEP_UP = "/developers/account/step-up";

/** A browser with a device that has passkeys, in which a person is signed in. */
class Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
  readonly visitor: DashboardVisitor;

  private constructor(page: Page, cdp: CDPSession, authenticatorId: string, visitor: DashboardVisitor) {
    [this.page, this.cdp, this.authenticatorId, this.visitor] = [page, cdp, authenticatorId, visitor];
  }

  static async of(visitor: DashboardVisitor): Promise<Device> {
    const page = await visit(browser);
    await page.context().addCookies(visitor.cookiesAt(cloud.url));
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const options = {
      ...({ protocol: "ctap2", transport: "internal", hasResidentKey: true } as const),
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    };
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
    return new Device(page, cdp, authenticatorId, visitor);
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
    const { status, text } = await this.visitor.submit(STEP_UP, { ...hidden, next: ACCOUNT, form_passkey });
    return [status, /role="alert".*?<li>([^<]*)/s.exec(text)?.[1]];
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
const NOT_VERIFIED = [400, expect.stringContaining("We couldn't verify the passkey.")];

const phone = await Device.of(await new DashboardVisitor(cloud).signIn("Refusing Fleet"));
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

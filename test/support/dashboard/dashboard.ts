import type { Call, Reply } from "../../../infra/local/test/support/http.ts";
import { type Cloud, freshAddress, freshEmail } from "../cloud/cloud.ts";
import { mailAfter } from "../cloud/mailbox.ts";
import { type Part, pageOf } from "../page.ts";

/** A signed-in browser without a browser: it holds cookies, and posts the forms of pages. */
export class DashboardVisitor {
  readonly #cloud: Cloud;
  readonly #cookies = new Map<string, string>();
  readonly email: string;

  constructor(cloud: Cloud, email: string = freshEmail()) {
    this.#cloud = cloud;
    this.email = email;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** For a browser. */
  cookiesAt = (url: string) => [...this.#cookies].map(([name, value]) => ({ name, value, url }));

  /** Loses the cookies, as another browser has none, or one of them. */
  forget(name?: string): void {
    if (name === undefined) this.#cookies.clear();
    else this.#cookies.delete(name);
  }

  /** Acts while one cookie is gone, and then has it again. */
  async without<T>(name: string, act: () => Promise<T>): Promise<T> {
    const value = this.#cookies.get(name) ?? "";
    this.#cookies.delete(name);
    const result = await act();
    this.#cookies.set(name, value);
    return result;
  }

  async call(path: string, call: Call = {}): Promise<Reply> {
    const reply = await this.#cloud.call(path, {
      from: freshAddress(),
      ...call,
      headers: { ...call.headers, ...(this.#cookies.size > 0 && { cookie: this.cookie }) },
    });
    for (const text of [reply.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = "", age] = /^([^=]+)=([^;]*);.*Max-Age=(\d+)/.exec(text) ?? [];
      if (age === "0") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return reply;
  }

  /** Posts a form of the page at `path`. A secret is on the page that the form leads to. */
  async post(path: string, action: string, fields: Record<string, string> = {}): Promise<Reply> {
    const reply = await this.submit(action, { ...hiddenIn(await this.call(path)), ...fields });
    const { location = "" } = reply.headers;
    return /\/(new|secret)\/[\w-]{43}$/.test(location) ? this.call(location) : reply;
  }

  submit = (
    action: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Reply> =>
    this.call(action, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });

  /** Asks for a link, and returns its path. */
  async askForLink(company?: string, more: Record<string, string> = {}): Promise<string> {
    const action = company === undefined ? "ask" : "register";
    const fields = { email: this.email, ...(company !== undefined && { company }), ...more };
    return dashboardLinkAfter(this.#cloud, this.email, () =>
      this.post("/developers", `/developers/sign-in/${action}`, fields),
    );
  }

  async openLink(link: string, fields: Record<string, string> = {}): Promise<Reply> {
    return this.post(link, link, fields);
  }

  /** Registers a company, or signs in without one. */
  async signIn(company?: string, more?: Record<string, string>): Promise<this> {
    const opened = await this.openLink(await this.askForLink(company, more));
    if (opened.status !== 303) throw new Error(`Signing in failed: ${opened.status}`);
    return this;
  }
}

export const DRIVERS = "/developers/drivers/test";

export const addDriver = (visitor: DashboardVisitor, list = DRIVERS): Promise<Reply> =>
  visitor.post(list, `${list}/create`, {
    first_name: "Ana",
    last_name: "Ng",
    email: "ana.ng@example.com",
  });

/** Answers the invitation of a form as the driver, who allows it. */
export async function connectFromPage(visitor: DashboardVisitor, driver: string, platform: string) {
  const reply = await visitor.post(DRIVERS, `${DRIVERS}/${driver}/connect`, { platform });
  const consent = String(reply.headers.location);
  return visitor.post(consent, consent, { decision: "allow" });
}

/** What a page's forms hide: their token with the one-time id, and the mark of a consent's words. */
export function hiddenIn(page: { text: string }): Record<string, string> {
  const hidden = Object.assign(
    { form_token: "" },
    ...pageOf(page)
      .forms.map((form) => form.hidden)
      .reverse(),
  );
  const names = ["form_token", "text", "shown"].filter((name) => name in hidden);
  return Object.fromEntries(names.map((name) => [name, hidden[name]]));
}

const SIGN_IN_LINK = /https?:\/\/\S+\/developers\/sign-in\/\S+\/[\w-]{43}\b/;

export const dashboardLinkIn = (text: string): string =>
  new URL(SIGN_IN_LINK.exec(text)?.[0] ?? "http://no-link").pathname;

/** Asks for a link, and waits for it. An invitation may arrive before the link or after it. */
export async function dashboardLinkAfter(
  cloud: Cloud,
  email: string,
  ask: () => Promise<unknown>,
): Promise<string> {
  const { text } = await mailAfter(cloud, email, ask, (mail) => SIGN_IN_LINK.test(mail.text));
  return dashboardLinkIn(text);
}

/** The path of the link that makes an address the contact. */
export const contactLinkIn = (text: string): string =>
  /\/developers\/account\/contact\/\S+\/[\w-]{43}\b/.exec(text)?.[0] ?? "/no-link";

/** A page without what another look at it changes: forms' ids, challenges, and how long ago things were. */
export function lasting({ text }: { text: string }): Part {
  const page = pageOf(text);
  for (const form of page.elements("[data-passkey]")) form.removeAttribute("data-passkey");
  for (const token of page.elements('[name="form_token"]')) token.remove();
  for (const time of page.elements("time")) time.set_content("");
  return page;
}

export const accountOf = async (visitor: DashboardVisitor): Promise<string> =>
  pageOf(await visitor.call("/developers/account/test")).fact("Account ID").text;

/** The id of a member, on the page of the team. */
export const memberOf = async (admin: DashboardVisitor, email: string): Promise<string> =>
  pageOf(await admin.call("/developers/account/test/team"))
    .row(email)
    .id("mbr");

/** The changes that the activity lists, newest first. */
export const activitiesOf = async (visitor: DashboardVisitor): Promise<string[]> =>
  pageOf(await visitor.call("/developers/account/test/activity")).rows.map(({ text }) => text);

/** The key that a page shows once. */
export const keyIn = (page: Reply): string =>
  pageOf(page).codes.find((code) => code.startsWith("svc_") && !code.includes("…")) ?? "";

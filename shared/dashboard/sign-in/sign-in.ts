import { signInPage, TRY_PATH } from "../../contract/developers/sign-in.ts";
import { hashOfProof } from "../../crypto/proof.ts";
import { RegisterForm, SignInForm } from "../../domain/account/dashboard-forms.ts";
import { BROWSER_SECONDS, dashboardPath, type Login, newLogin } from "../../domain/account/login.ts";
import { Email } from "../../domain/text/email.ts";
import { sameEmail } from "../../domain/text/text.ts";
import { asker, turnOf } from "../../http/guard/fair-share.ts";
import { limitBySource } from "../../http/guard/rate-limit.ts";
import type { Result } from "../../http/serve/responses.ts";
import { linkPage, otherBrowserPage, sentPage, usedLinkPage } from "./link-pages.tsx";
import { ASK, REGISTER, signInPageOf } from "./sign-in-pages.tsx";
import { repeatable } from "../../pages/layout/form.tsx";
import { mistakesOf } from "../../pages/layout/form-mistakes.tsx";
import { isTooLong, type PageRequest, seeOther, unknownLink } from "../../pages/layout/serve-page.tsx";
import { findAccount } from "../../store/account/accounts.ts";
import { findLogin, putLogin } from "../../store/account/logins.ts";
import { wouldWait } from "../../store/share/lanes.ts";
import { cookieText, newToken, readCookie } from "../serving/cookies.ts";
import { beginSession, choicesFor, renewProof } from "./open-link.ts";
import { askSandboxKey, findSandboxKey, makeSandboxKey, showSandboxKey } from "../sandbox/sandbox-key.ts";
import { NO_OWNER, postOnce } from "../serving/post-once.ts";
import { heldKey, tryInSandbox } from "../sandbox/try-in-sandbox.ts";
import { findVisitor } from "../serving/visitor.ts";

export async function answerSignIn(request: PageRequest): Promise<Result> {
  const { event, now, token, query } = request;
  const { method, path } = event.requestContext.http;
  const [, , , first = "", second] = path.split("/");
  if (path === "/developers") {
    if (await findVisitor(event, now)) return seeOther(dashboardPath(query.get("next") ?? undefined));
    // This browser asked for a link before, and its page needs a session.
    const hasEnded = query.has("next") && readCookie(event, "browser") !== undefined;
    const email = Email.safeParse(query.get("email")).data;
    const next = dashboardPath(query.get("next") ?? undefined);
    return signInPageOf({ token, next, hasEnded, email, sandboxKey: heldKey(event) });
  }
  if (path.split("/").length > 5) return unknownLink();
  if (first === "sandbox-key" && second === undefined)
    return method === "POST" ? makeSandboxKey(request) : askSandboxKey(request);
  if (first === "sandbox-key" && second !== undefined && method === "GET")
    return showSandboxKey(request, second);
  if (method === "POST") {
    if (second !== undefined) return openLink(request, first, second);
    return first === "ask" || first === "register" ? ask(request, first) : unknownLink();
  }
  if (first === "sent" && second === undefined)
    return sentPage({
      isMailOn: process.env.MAIL !== "off",
      isLocal: isLocal(),
      isProof: query.has("proof"),
      isNew: query.has("new"),
      waits: query.has("waits"),
    });
  return second === undefined ? unknownLink() : showLink(request, first, second);
}

const isLocal = () => process.env.STAGE === "local";

const SENT = "/developers/sign-in/sent";

const WORDS = {
  email: "Enter your email address, such as ana@example.com.",
  company: "Enter the name of your company or app, up to 100 characters.",
};

/** One of the docs never has one, because caches store their pages. Otherwise: a page of more than a day. */
export function withoutToken(request: PageRequest): Promise<Result> | Result | undefined {
  const { event, form, token } = request;
  const action = event.requestContext.http.path;
  if (action === TRY_PATH) return tryInSandbox(request);
  if (action !== ASK && action !== REGISTER) return undefined;
  const { next, ...fields } = repeatable(form);
  return signInPageOf({
    token,
    next: dashboardPath(next),
    sent: { action, given: fields, mistakes: TOO_OLD },
  });
}

const TOO_OLD = {
  "": "This page was open for more than a day, or your browser keeps no cookies. Check what you typed, and send it again.",
};

/** Every address gets the same answer after the same work. Opening the link registers the company. */
async function ask({ event, form, token, now }: PageRequest, kind: "ask" | "register"): Promise<Result> {
  const { next, ...fields } = repeatable(form);
  const action = kind === "register" ? REGISTER : ASK;
  const parsed = (kind === "register" ? RegisterForm : SignInForm).safeParse(fields);
  const target = dashboardPath(next);
  if (!parsed.success) {
    const sent = { action, given: fields, mistakes: mistakesOf(parsed.error, WORDS) };
    return signInPageOf({ token, next: target, sent });
  }
  return postOnce({ owner: NO_OWNER, form, now }, action, async (remember) => {
    const { sourceIp } = event.requestContext.http;
    const op = { ...signInPage, method: "POST" };
    await limitBySource(op, sourceIp, now);
    const sandboxKey = kind === "register" ? form.sandbox_key?.trim() : undefined;
    const sandbox = sandboxKey ? await freeSandbox(sandboxKey, now) : undefined;
    if (sandboxKey && sandbox === undefined) {
      const sent = { action, given: fields, mistakes: { sandbox_key: NOT_FREE } };
      return signInPageOf({ token, next: target, sent });
    }
    const { email, ...rest } = parsed.data;
    const browser = readCookie(event, "browser") ?? newToken();
    const of = {
      email: sameEmail(email),
      browser: await hashOfProof(browser),
      next: target,
      ...rest,
      ...(sandbox && { sandbox }),
    };
    const turn = await turnOf(op, "account", asker(sourceIp), now);
    const waits = await wouldWait("account", turn, now);
    const notes = [...(kind === "register" ? ["new"] : []), ...(waits ? ["waits"] : [])];
    const sent = notes.length > 0 ? `${SENT}?${notes.join("&")}` : SENT;
    await putLogin(newLogin(of, now), now, remember(sent), turn);
    // Outlives the link: an expired one is of this browser, and strangers use up no links of the member's.
    return withCookie(seeOther(sent), cookieText("browser", browser, BROWSER_SECONDS));
  });
}

const NOT_FREE =
  "This sandbox key has expired, or its sandbox belongs to an account already. Leave the field empty to start with an empty account.";

/** The sandbox of this key, if no account has it yet. Only the holder of its key can keep it. */
async function freeSandbox(text: string, now: Date): Promise<string | undefined> {
  const key = await findSandboxKey(text, now);
  const account = key && (await findAccount(key.account_id, now));
  return account?.partner_id === undefined ? account?.account_id : undefined;
}

const withCookie = (result: Result, cookie: string): Result => ({
  ...result,
  cookies: [...(result.cookies ?? []), cookie],
});

type Found = { login: Login; isItsBrowser: boolean };

async function findLink({ event, now }: PageRequest, id: string, proof: string): Promise<Found | undefined> {
  const login = isTooLong(id) ? undefined : await findLogin(id, now);
  if (login?.proof_hash === undefined || login.contact || login.proof_hash !== (await hashOfProof(proof)))
    return undefined;
  const browser = readCookie(event, "browser");
  return { login, isItsBrowser: browser !== undefined && (await hashOfProof(browser)) === login.browser };
}

/** GET changes nothing: email scanners open links, too. */
async function showLink(request: PageRequest, id: string, proof: string): Promise<Result> {
  const link = await findLink(request, id, proof);
  if (!link) return usedLinkPage();
  if (!link.isItsBrowser) return otherBrowserPage();
  const { token, event } = request;
  const choices = await choicesFor(link.login, request.now);
  return linkPage({ token, action: event.requestContext.http.path, choices, login: link.login });
}

/** A repetition leads to the same page, in which the browser has the session of the first one. */
function openLink(request: PageRequest, id: string, proof: string): Promise<Result> {
  const { event, form, now } = request;
  return postOnce({ owner: NO_OWNER, form, now }, event.requestContext.http.path, async (remember) => {
    const link = await findLink(request, id, proof);
    if (!link) return usedLinkPage();
    if (!link.isItsBrowser) return otherBrowserPage();
    const { login } = link;
    const memory = remember(login.next);
    if (login.session !== undefined)
      return (await renewProof(event, login, memory, now)) ? seeOther(login.next) : usedLinkPage();
    const cookie = await beginSession(event, login, { chosen: form.account, memory, now });
    return cookie === undefined ? usedLinkPage() : withCookie(seeOther(login.next), cookie);
  });
}

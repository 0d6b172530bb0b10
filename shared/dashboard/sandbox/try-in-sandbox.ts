import { invalid } from "../../contract/errors.ts";
import { SANDBOX_KEY_SECONDS } from "../../domain/account/sandbox-account.ts";
import { baseUrl, type Result } from "../../http/serve/responses.ts";
import { ownIdsIn, type OwnIds, ownNames, withOwnIds } from "../../pages/client/own-names.ts";
import { pretty } from "../../pages/client/pretty.ts";
import { triedPage } from "./sandbox-key-pages.tsx";
import type { PageRequest } from "../../pages/layout/serve-page.tsx";
import { cookieText, readCookie } from "../serving/cookies.ts";
import { findSandboxKey, makeSandbox } from "./sandbox-key.ts";

/** What the browser keeps of its sandbox. Its ids are text of the visitor's own. */
type Held = { key: string; ids: OwnIds };

export const heldKey = (event: PageRequest["event"]): string | undefined => heldIn(event)?.key;

function heldIn(event: PageRequest["event"]): Held | undefined {
  try {
    const { key, ids } = JSON.parse(Buffer.from(readCookie(event, "docs") ?? "", "base64url").toString());
    const known = Object.values(ownNames).filter((name) => /^\w{1,60}$/.test(ids[name]));
    return { key: String(key), ids: Object.fromEntries(known.map((name) => [name, ids[name]])) };
  } catch {
    return undefined;
  }
}

/** The API answers within its own limit, and a page must follow it. */
const WAITS_MS = 15_000;

/**
 * For a browser without JavaScript, with the key of its sandbox. Only a key of the docs is sent, to `/v1/`,
 * so a form cannot spend limits of this function's address.
 */
export async function tryInSandbox({ event, form, now }: PageRequest): Promise<Result> {
  // A form that is refused makes no sandbox.
  requestIn(form, {});
  const held = heldIn(event);
  const isUsable = held !== undefined && (await findSandboxKey(held.key, now)) !== undefined;
  const { key, ids } = isUsable ? held : await newHeld({ event, now });
  const request = requestIn(form, ids);
  const reply = await fetch(request.url, {
    method: request.method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(request.method === "POST" && { "idempotency-key": request.idempotencyKey }),
      ...(request.body !== undefined && { "content-type": "application/json" }),
    },
    ...(request.body !== undefined && { body: request.body }),
    redirect: "manual",
    signal: AbortSignal.timeout(WAITS_MS),
  });
  const text = await reply.text();
  const kept: Held = { key, ids: { ...ids, ...(reply.ok && ownIdsIn(text)) } };
  const value = Buffer.from(JSON.stringify(kept)).toString("base64url");
  const page = triedPage(
    [`${request.method} ${request.url.pathname}${request.url.search}`, pretty(request.body ?? "")].join("\n"),
    { status: `${reply.status} ${reply.statusText}`.trim(), text: pretty(text) },
  );
  return { ...page, cookies: [cookieText("docs", value, SANDBOX_KEY_SECONDS)] };
}

async function newHeld(request: Pick<PageRequest, "event" | "now">): Promise<Held> {
  const { text, ids } = await makeSandbox(request);
  return { key: text, ids };
}

const METHODS = new Set(["GET", "POST", "PATCH", "DELETE"]);

function requestIn({ "try-method": method = "", "try-path": template = "", ...form }: Form, ids: OwnIds) {
  const { body: typedBody, ...fields } = form;
  const query = new URLSearchParams();
  let path = template;
  for (const [name, text] of Object.entries(fields)) {
    const value = withOwnIds(text.trim(), ids);
    if (template.includes(`{${name}}`)) path = path.replace(`{${name}}`, () => encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  const url = URL.parse(path, baseUrl());
  // Dots in a path climb, and an address without a host is another site's.
  if (!METHODS.has(method) || url?.origin !== new URL(baseUrl()).origin || !url.pathname.startsWith("/v1/"))
    throw invalid("Send this form from the documentation.", "try-path");
  url.search = String(query);
  const body = typedBody === undefined ? undefined : withOwnIds(typedBody, ids);
  return { method, url, body, idempotencyKey: keyIn(body) ?? crypto.randomUUID() };
}

type Form = PageRequest["form"];

/** A body with an idempotency key of its own must have the header's key. */
function keyIn(body = ""): string | undefined {
  const [, key] = /"idempotency_key"\s*:\s*"([!-~]{1,255})"/.exec(body) ?? [];
  return key;
}

import { find } from "../../pages/client/find.client.ts";
import { unmetName } from "../../pages/client/own-names.ts";
import { dropOwnValues, keepIdsIn, readOwnValues } from "../../pages/client/own-values.client.ts";
import { pretty } from "../../pages/client/pretty.ts";
import { ensureKey } from "./sandbox-key.client.ts";
import { onSubmit } from "./submit.client.ts";

const SHOWN_HEADERS = ["content-type", "cache-control", "etag", "retry-after", "x-request-id"];

type Request = { method: string; path: string; headers: Record<string, string>; body?: string };

export function startTrying(form: HTMLFormElement, said: HTMLElement): void {
  const shown = find<HTMLTextAreaElement>("[data-reply]", form.parentNode);
  onSubmit(form, async () => {
    shown.hidden = false;
    try {
      if (form.dataset.keyed === "yes") {
        shown.value = said.textContent = "Sending";
        const refused = await ensureKey();
        if (refused) {
          shown.value = said.textContent = refused;
          return;
        }
      }
      const { key = "" } = readOwnValues();
      const request = requestOf(form, key);
      const unmet = unmetName(`${request.path} ${request.body ?? ""}`);
      if (unmet) {
        shown.value = said.textContent = noObject(unmet);
        return;
      }
      const reply = await fetch(request.path, request);
      const text = await reply.text();
      shown.value = [
        ...headOf(reply),
        "",
        pretty(text),
        "",
        "For this request:",
        ...linesOf(request, key),
      ].join("\n");
      said.textContent = `Received ${reply.status}`;
      if (reply.ok) keepIdsIn(text);
      if (reply.status === 401) dropOwnValues();
    } catch (error) {
      shown.value =
        error instanceof SyntaxError
          ? `The body is not valid JSON: ${error.message}`
          : "No response: the service could not be reached.";
      said.textContent = "No response";
    }
  });
}

/** A sandbox begins with a driver, and has no other objects. */
const noObject = (name: string) =>
  `Your sandbox has no ${name.replace(/_ID$/, "").replaceAll("_", " ").toLowerCase()} yet. Send the request that creates one, and its ID appears in this form.`;

function requestOf(form: HTMLFormElement, key: string): Request {
  const { try: template = "", method = "", keyed } = form.dataset;
  let path = template;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-in]")) {
    const value = field.value.trim();
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(field.name, value);
  }
  if (query.size > 0) path += `?${query}`;
  const isKeyed = keyed === "yes";
  const headers: Record<string, string> = isKeyed ? { authorization: `Bearer ${key}` } : {};
  const area = form.querySelector<HTMLTextAreaElement>("[name=body]");
  const body = area && { ...JSON.parse(area.value), ...(!isKeyed && { sandbox: true }) };
  // A body with a key of its own must have the header's key.
  if (isKeyed && method === "POST") headers["idempotency-key"] = body?.idempotency_key ?? crypto.randomUUID();
  if (!body) return { method, path, headers };
  return {
    method,
    path,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

function linesOf({ method, path, headers, body }: Request, key: string): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const start = `${method} ${path}`;
  const hidden = lines.map((line) => (key ? line.replace(key, `${key.slice(0, 13)}...`) : line));
  return [start, ...hidden, ...(body ? ["", pretty(body)] : [])];
}

function headOf({ status, statusText, headers }: Response): string[] {
  const shown = SHOWN_HEADERS.filter((name) => headers.has(name));
  return [`${status} ${statusText}`.trim(), ...shown.map((name) => `${name}: ${headers.get(name)}`)];
}

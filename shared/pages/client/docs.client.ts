/** Copy buttons and sandbox calls. The id of the last started signup fills in each field for a signup id. */
import { find, findAll } from "./find.client.ts";
import { onSubmit } from "./submit.client.ts";

const SHOWN_HEADERS = ["content-type", "cache-control", "etag", "retry-after", "x-request-id"];

document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const said = find("[data-said]");
  for (const button of findAll("[data-copy]")) startCopying(button, said);
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-try]")) startTrying(form, said);
});

function startCopying(button: HTMLElement, said: HTMLElement) {
  button.addEventListener("click", async () => {
    const code = find("code", button.parentNode);
    let word = "Copied";
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      word = "Press Ctrl+C";
      getSelection()?.selectAllChildren(code);
    }
    button.textContent = said.textContent = word;
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, 2000);
  });
}

function startTrying(form: HTMLFormElement, said: HTMLElement) {
  const reply = find<HTMLTextAreaElement>("[data-reply]", form.parentNode);
  onSubmit(form, async () => {
    reply.hidden = false;
    try {
      const answer = await fetch(...callOf(form));
      const text = await answer.text();
      reply.value = [...headOf(answer), "", pretty(text)].join("\n");
      said.textContent = `Received ${answer.status}`;
      fillInSignup(text);
    } catch (error) {
      reply.value =
        error instanceof SyntaxError
          ? `The body is not valid JSON: ${error.message}`
          : "No response: the service could not be reached.";
      said.textContent = "No response";
    }
  });
}

function callOf(form: HTMLFormElement): [string, RequestInit?] {
  const { try: template = "", method = "" } = form.dataset;
  let path = template;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-in]")) {
    if (field.dataset.in === "query") query.set(field.name, field.value);
    else path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
  }
  if (query.size > 0) path += `?${query}`;
  if (method === "GET") return [path];
  const { value } = find<HTMLTextAreaElement>("[name=body]", form);
  const body = JSON.stringify({ ...JSON.parse(value), sandbox: true });
  return [path, { method, headers: { "content-type": "application/json" }, body }];
}

function headOf({ status, statusText, headers }: Response): string[] {
  const shown = SHOWN_HEADERS.filter((name) => headers.has(name));
  return [`${status} ${statusText}`.trim(), ...shown.map((name) => `${name}: ${headers.get(name)}`)];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function fillInSignup(reply: string) {
  const id = /"signup_id":"(\w+)"/.exec(reply)?.[1];
  if (!id) return;
  for (const field of document.querySelectorAll<HTMLInputElement>("input[name=signup_id]")) field.value = id;
}

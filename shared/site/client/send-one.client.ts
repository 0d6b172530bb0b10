import { find } from "../../pages/client/find.client.ts";
import { withOwnIds } from "../../pages/client/own-names.ts";
import { dropOwnValues, keepIdsIn, readOwnValues } from "../../pages/client/own-values.client.ts";
import { pretty } from "../../pages/client/pretty.ts";
import { ensureKey } from "./sandbox-key.client.ts";
import { onSubmit } from "./submit.client.ts";

/** A request of the page. `allows`: the event after which the next request works. A person causes it. */
type Call = { method: string; path: string; body?: unknown; allows?: string };

const PAUSE_MS = 3_000;
/** An event of a test helper comes within seconds. A person has as long as the consent is valid. */
const LONGEST_MS = 15 * 60_000;

class Refused extends Error {}

export function startSendingOne(form: HTMLFormElement, said: HTMLElement): void {
  const shown = find<HTMLTextAreaElement>("[data-reply]", form);
  const allow = find<HTMLAnchorElement>("[data-allow]", form);
  const { sendOne: type = "", calls = "[]" } = form.dataset;
  const say = (text: string) => {
    shown.hidden = false;
    shown.value = said.textContent = text;
  };
  onSubmit(form, async () => {
    try {
      const refused = await ensureKey();
      if (refused) return say(refused);
      const before = await newestOf(type);
      for (const { method, path, body, allows } of JSON.parse(calls) as Call[]) {
        say(`Sending ${method} ${path}`);
        const allowedBefore = allows ? await newestOf(allows) : undefined;
        const reply = await send(method, path, body);
        if (!allows) continue;
        allow.href = JSON.parse(reply).authorization_url;
        allow.hidden = false;
        say("Waiting until you allow access.");
        await eventAfter(allowedBefore, allows);
        allow.hidden = true;
      }
      say(`Waiting for ${type}`);
      const event = await eventAfter(before, type);
      said.textContent = `Received ${type}`;
      shown.value = pretty(JSON.stringify(event));
    } catch (error) {
      say(error instanceof Refused ? error.message : "No response: the service could not be reached.");
    }
  });
}

async function send(method: string, path: string, body?: unknown): Promise<string> {
  const { key = "", ...ids } = readOwnValues();
  const withIds = (text: string) => withOwnIds(text, ids);
  const reply = await fetch(withIds(path), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(method === "POST" && { "idempotency-key": crypto.randomUUID() }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: withIds(JSON.stringify(body)) }),
  });
  const text = await reply.text();
  if (reply.status === 401) dropOwnValues();
  if (!reply.ok) throw new Refused(`${reply.status}\n\n${pretty(text)}`);
  if (method !== "GET") keepIdsIn(text);
  return text;
}

type SentEvent = { id: string };

async function newestOf(type: string): Promise<SentEvent | undefined> {
  const reply = JSON.parse(await send("GET", `/v1/events?type=${type}&limit=1`));
  return reply.data[0];
}

async function eventAfter(before: SentEvent | undefined, type: string): Promise<SentEvent> {
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
    const newest = await newestOf(type);
    if (newest && newest.id !== before?.id) return newest;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Refused(`No ${type} arrived within fifteen minutes.`);
}

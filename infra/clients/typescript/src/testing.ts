/** What happens to one request. */
export type Answer = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** How the answer does not arrive. */
  fault?: "lost" | "broken" | "late";
};

/** One request as it was sent. */
export type SentRequest = {
  method: string;
  /** The path and the query. */
  path: string;
  headers: Record<string, string>;
  idempotencyKey: string | undefined;
  body: unknown;
};

/** Answers with a body that is written as JSON. */
export const reply = (body: object, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
});

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "permission_error",
  409: "conflict_error",
  429: "rate_limit_error",
  500: "api_error",
};

/** Answers with an error of the service, such as 429 and `rate_limit_exceeded`. */
export function errorReply(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const type = TYPES[Math.min(status, 500)] ?? "invalid_request_error";
  const error = { type, code, message: `Scripted: ${code}`, param: null, doc_url: null };
  return reply({ error }, status, headers);
}

/** Does the work of an answer, and breaks the connection before the answer arrives. */
export const lost = (answer: Answer): Answer => ({ ...answer, fault: "lost" });

/** Breaks the connection before the service has the request. */
export const broken = (): Answer => ({ ...reply({}, 0), fault: "broken" });

/** Never answers. The request ends with its timeout. */
export const late = (): Answer => ({ ...reply({}, 0), fault: "late" });

/**
 * A `fetch` that answers in the order of a script. It keeps the promise of idempotency keys: a key that it
 * has seen gets its first answer again, without a further effect.
 */
export class FakeTransport {
  readonly requests: SentRequest[] = [];
  #effects = 0;
  readonly #script: Answer[];
  readonly #answers = new Map<string, Answer>();

  constructor(...script: Answer[]) {
    this.#script = script;
  }

  /** Counts the requests other than GET that did their work: two would have paid twice. */
  readonly effects = (): number => this.#effects;

  /** Pass it to a client. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = this.#next(url, init);
    if (answer.fault === "late") await ended(init.signal);
    if (answer.fault) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  };

  #next(url: string, { method = "GET", headers, body }: RequestInit): Answer {
    const { pathname, search } = new URL(url);
    const sent = Object.fromEntries(new Headers(headers));
    const key = sent["idempotency-key"];
    const text = typeof body === "string" ? JSON.parse(body) : undefined;
    this.requests.push({ method, path: pathname + search, headers: sent, idempotencyKey: key, body: text });
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known) return known;
    const answer = this.#script.shift();
    if (!answer) {
      const cause = new Error(`The script has no answer for ${method} ${pathname}.`);
      throw new TypeError("fetch failed", { cause });
    }
    if (answer.status >= 200 && answer.status < 300 && method !== "GET") {
      this.#effects++;
      const { fault: _, ...again } = answer;
      if (key !== undefined) this.#answers.set(key, again);
    }
    return answer;
  }
}

const ended = (signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener("abort", () => resolve()));

/** A secret for tests, which no endpoint has. */
export const TEST_SECRET = `whsec_${btoa("a secret of 32 bytes, for tests.")}`;

/** The headers of a delivery of `body`, as the service would sign it. */
export async function signWebhook(
  body: string,
  secret: string = TEST_SECRET,
  { id = "evt_1", at = new Date() }: { id?: string | undefined; at?: Date | undefined } = {},
): Promise<Record<string, string>> {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`;
  const raw = Uint8Array.from(atob(secret.slice("whsec_".length)), (char) => char.charCodeAt(0));
  const signature = await mac(raw, `${id}.${timestamp}.${body}`);
  const ofBody = await mac(new TextEncoder().encode(secret), body);
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`,
    "x-service-signature": `sha256=${[...ofBody].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
  };
}

async function mac(key: Uint8Array<ArrayBuffer>, message: string): Promise<Uint8Array> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, hash, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(message)));
}

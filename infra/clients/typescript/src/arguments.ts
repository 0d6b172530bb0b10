/** Only the HTTP client may set them: another value would move the end of a request. */
const RESERVED = new Set(
  "connection content-length expect host keep-alive transfer-encoding upgrade".split(" "),
);

/** Adds headers under their names in small letters, so that a name has one value. */
export function addHeaders(to: Record<string, string>, values: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(values)) {
    const key = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || RESERVED.has(key)) {
      throw new TypeError(`The header ${JSON.stringify(name)} cannot be set.`);
    }
    if (typeof value !== "string" || !/^[\t -~]*$/.test(value)) {
      throw new TypeError(`The value of the header ${key} must have ASCII characters only.`);
    }
    to[key] = value;
  }
}

/** The one key of a call, or none. `given` has the key of each place where a caller can give it. */
export function idempotencyKey(...keys: unknown[]): string | undefined {
  const [key, ...others] = new Set(keys.filter((each) => each !== undefined));
  if (others.length > 0) throw new TypeError("The call has two different idempotency keys.");
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[!-~]{1,255}$/.test(key)) {
    throw new TypeError("An idempotency key must have 1 to 255 visible ASCII characters.");
  }
  return key;
}

/** A key must not travel unencrypted, except within this machine. */
export function checkedUrl(text: string): string {
  const url = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) {
    throw new TypeError("baseUrl must start with https://. Only a service on this machine may use http://.");
  }
  if (url.username || url.password || /[?#]/.test(text)) {
    throw new TypeError("baseUrl must have no user, password, query or fragment.");
  }
  return text.replace(/(?<!\/)\/+$/, "");
}

export function checkedApiKey(key: unknown): string {
  if (typeof key !== "string" || !/^[!-~]+$/.test(key)) {
    throw new TypeError("apiKey must have visible ASCII characters only. Is its variable set?");
  }
  return key;
}

/** The path of a request. A gateway decodes it before it routes: a slash would reach another operation. */
export function filledPath(path: string, ids: readonly unknown[] = []): string {
  let next = 0;
  return path.replaceAll("{}", () => {
    const id = ids[next++];
    if (typeof id !== "string" || !/^(?!\.{1,2}$)[\w.~-]+$/.test(id)) {
      throw new TypeError(`The id ${JSON.stringify(id)} of ${path} must be letters, digits, _, -, . or ~.`);
    }
    return id;
  });
}

/** A number of milliseconds that a timer can wait, or the default. */
export function checkedMs(name: string, value: number): number {
  if (!(value > 0 && value < 2 ** 31)) throw new TypeError(`${name} must be 1 to 2,147,483,647 ms.`);
  return value;
}

export function checkedCount(name: string, value: number): number {
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new TypeError(`${name} must be a whole number from 0.`);
  return value;
}

/** A value that JSON and UTF-8 have. JSON would write null for others, and UTF-8 another character. */
function checkedValue(name: string, value: unknown): void {
  const isSurrogate =
    /\p{Surrogate}/u.test(name) || (typeof value === "string" && /\p{Surrogate}/u.test(value));
  const number = value instanceof Date ? value.getTime() : value;
  if (isSurrogate) throw new TypeError(`${name} has half a surrogate pair.`);
  if (typeof number === "number" && !Number.isFinite(number)) throw new TypeError(`${name} is ${value}.`);
}

export const bodyText = (body: object): string =>
  JSON.stringify(body, function (this: Record<string, unknown>, name, value) {
    checkedValue(name, this[name]);
    return value;
  });

/** Objects are written as `name[key]=value`, and dates as JSON writes them. */
export function queryText(query: object = {}): string {
  const jwk = Object.entries(query).filter(([, value]) => value !== undefined);
  const written = (name: string, value: unknown): [string, string] => {
    checkedValue(name, value);
    return [name, value instanceof Date ? value.toISOString() : String(value)];
  };
  const pairs = jwk.flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !(value instanceof Date)
      ? Object.entries(value).map(([key, each]) => written(`${name}[${key}]`, each))
      : [written(name, value)],
  );
  const text = new URLSearchParams(pairs).toString();
  return text && `?${text}`;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, HostileServer, type Request } from "./hostile-server.ts";
import { outputOf, type Runner } from "./run-scenario.ts";

/** What a case must lead to. `attempts` and `wire` count the attempts of the client and those that arrive. */
type Outcome = {
  result?: string;
  value?: string;
  attempts?: number;
  wire?: number;
  key?: string;
  header?: [name: string, value: string];
  target?: string;
  says?: string;
  status?: number;
  request_id?: string;
  min_ms?: number;
  max_ms?: number;
  left?: number;
  open?: string | null;
  sockets?: number | null;
  proxied?: true;
};

/** One answer, caller or surrounding. `hostile.jsonl` has a line for each. */
export type Case = {
  title: string;
  op?: string;
  languages?: string[];
  base?: string;
  client?: object;
  times?: number;
  answers?: Answer[];
  /** A call of the same client after this one. */
  next?: string;
  expect: Outcome;
  /** What differs in a language, for a reason of the language. */
  also?: Record<string, Outcome>;
};

type Result = {
  number: number;
  result: string;
  value: string;
  message: string;
  attempts: number;
  ms: number;
  next?: string;
  left?: number;
  open?: string;
  status?: number;
  request_id?: string;
  /** What the error of the case does wrong: it shows the key, or cannot be written and read. */
  fault?: string;
};

const API_KEY = "svc_test_unguessable";

export const hostileCases: Case[] = readFileSync(join(import.meta.dirname, "hostile.jsonl"), "utf8")
  .replaceAll("{key}", API_KEY)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Runs the cases with a language's client, and returns what differs from their outcomes. */
export async function hostileProblems(language: string, runner: Runner): Promise<string[]> {
  const server = new HostileServer(hostileCases.map(({ answers = [] }) => answers));
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  try {
    const addresses: Record<string, string> = await server.start();
    const cases = hostileCases
      .map(({ expect: _, also: __, answers: ___, ...rest }, number) => {
        const { base = "{url}" } = rest;
        const at = base.replace(/^\{(\w+)\}$/, (_, name) => `${addresses[name]}/c/${number}`);
        return { number, ...rest, base: at };
      })
      .filter(({ languages }) => languages?.includes(language) ?? true);
    const file = join(folder, "cases.json");
    writeFileSync(file, JSON.stringify({ apiKey: API_KEY, cases, url: addresses.url }));
    const trusted = join(folder, "trusted.pem");
    writeFileSync(trusted, server.certificate.cert);
    const trust = { SSL_CERT_FILE: trusted, NODE_EXTRA_CA_CERTS: trusted };
    const env = { ...runner.env, ...trust, ...proxyOf(`${addresses.url}`) };
    const results: Result[] = JSON.parse(await outputOf({ ...runner, env }, file));
    const problems = results.flatMap((result) => problemsOf(language, result, server));
    const missing = results.length === cases.length ? [] : [`${results.length} results, not ${cases.length}`];
    return [...problems, ...missing, ...server.leaks.map((text) => `bytes of no request: ${text}`)];
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The environment's proxy, in the words of each language. One unknown host is reached without it. */
function proxyOf(proxy: string): Record<string, string> {
  const { hostname, port } = new URL(proxy);
  const java = [
    `-Dhttps.proxyHost=${hostname}`,
    `-Dhttps.proxyPort=${port}`,
    "-Dhttp.nonProxyHosts=localhost|127.*|nowhere.invalid",
  ];
  return {
    HTTPS_PROXY: proxy,
    NO_PROXY: "127.0.0.1,localhost,nowhere.invalid",
    JAVA_TOOL_OPTIONS: java.join(" "),
  };
}

function problemsOf(language: string, result: Result, server: HostileServer): string[] {
  const { title, expect, also, next } = hostileCases[result.number] as Case;
  const wanted: Outcome = { result: "ok", ...expect, ...also?.[language] };
  const requests = server.requests.get(result.number) ?? [];
  const wire = wanted.wire ?? result.attempts;
  const differences: [string, unknown, unknown][] = [
    ["result", wanted.result, result.result],
    ["value", wanted.value ?? result.value, result.value],
    ["attempts", wanted.attempts ?? result.attempts, result.attempts],
    ["requests", wire, requests.length],
    ["status", wanted.status ?? result.status, result.status],
    ["request id", wanted.request_id ?? result.request_id, result.request_id],
    ["the next call", next, result.next],
    ["what is left", wanted.left ?? result.left, result.left],
    ["open sockets", wanted.open ?? result.open, result.open],
    ["sockets", wanted.sockets ?? "any", wanted.sockets ? server.sockets.get(result.number)?.size : "any"],
    ["a fault of the error", undefined, result.fault],
    ["in time", true, result.ms >= (wanted.min_ms ?? 0) && result.ms <= (wanted.max_ms ?? 8_000)],
    ["the message", true, new RegExp(wanted.says ?? "").test(result.message)],
    ["the proxy", true, !wanted.proxied || server.proxied.includes("proxied.invalid:443")],
    ["headers", "", requests.flatMap((each) => headerProblems(each, wanted)).join()],
    ["keys", true, wanted.result === "ArgumentError" || hasOneKey(requests, wanted)],
    ["target", wanted.target, wanted.target && targetOf(requests.at(-1))],
  ];
  return differences
    .filter(([, expected, actual]) => expected !== actual)
    .map(
      ([what, expected, actual]) =>
        `${title}: ${what} is ${actual}, not ${expected} (${result.message.slice(0, 200)})`,
    );
}

/** No name has two values, nor two values in one. */
function headerProblems({ headers }: Request, { header: [name, value] = ["", ""] }: Outcome): string[] {
  const names = headers.map(([each]) => each);
  const twice = names.filter((each, i) => names.indexOf(each) !== i);
  const found = headers.find(([each]) => each === name)?.[1] ?? "";
  return [...twice, ...(found === value ? [] : [`${name}: ${found}`])];
}

/** Some languages sort the names of a query. */
function targetOf(request: Request | undefined): string {
  const [path = "", query] = `${request?.target}`.replace(/^\/c\/\d+/, "").split("?");
  return query ? `${path}?${query.split("&").sort().join("&")}` : path;
}

/** All attempts of a call have the key of the caller, or one random key. */
function hasOneKey(requests: readonly Request[], { key }: Outcome): boolean {
  const keys = requests.map(({ headers }) => headers.find(([name]) => name === "idempotency-key")?.[1]);
  const isKeyed =
    requests.some(({ target }) => /payout$|drivers$/.test(target)) && requests[0]?.method === "POST";
  if (key !== undefined) return keys.length > 0 && keys.every((each) => each === key);
  return new Set(keys).size <= 1 && (!isKeyed || /^[\w-]{32,36}$/.test(keys[0] ?? ""));
}

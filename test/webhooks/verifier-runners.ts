import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vector } from "../../shared/client/test/vector.ts";
import type { Verifier } from "../../shared/site/docs/docs-verifiers.ts";
import { newSecret, type SignatureHeaders, sign } from "../../shared/webhooks/signing.ts";

type Case = { name: string; secret: string; headers: Partial<SignatureHeaders>; body: string; now: number };

/**
 * The program that calls a verifier in its language: it reads cases and prints a result for each. `clock`: it
 * takes the time.
 */
export const runners: Record<
  string,
  { file: string; command: string[]; clock: boolean; wrap(code: string): string }
> = {
  javascript: {
    file: "verify.mjs",
    command: [process.execPath],
    clock: true,
    wrap: (code) => `${code}
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(({ secret, headers, body, now }) => {
  Date.now = () => now * 1000;
  return verify(secret, headers, Buffer.from(body));
})));`,
  },
  python: {
    file: "verify.py",
    command: ["python3"],
    clock: true,
    wrap: (code) => `${code}
import json, sys
answers = []
for case in json.load(sys.stdin):
    time.time = lambda: case["now"]
    answers.append(verify(case["secret"], case["headers"], case["body"].encode()))
print(json.dumps(answers))`,
  },
  ruby: {
    file: "verify.rb",
    command: ["ruby"],
    clock: true,
    wrap: (code) => `${code}
require "json"
puts JSON.dump(JSON.parse($stdin.read).map { |c|
  Time.define_singleton_method(:now) { at(c["now"]) }
  verify(c["secret"], c["headers"], c["body"])
})`,
  },
  go: {
    file: "verify.go",
    command: ["go", "run"],
    clock: false,
    wrap: (code) => `package main

import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/json"; "net/http"; "os"; "slices"; "strconv"; "strings"; "time")

${code}

func main() {
	var cases []struct { Secret, Body string; Headers map[string]string }
	json.NewDecoder(os.Stdin).Decode(&cases)
	answers := []bool{}
	for _, c := range cases {
		headers := http.Header{}
		for name, value := range c.Headers { headers.Set(name, value) }
		answers = append(answers, Verify(c.Secret, headers, []byte(c.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}`,
  },
  php: {
    file: "verify.php",
    command: ["php"],
    clock: false,
    wrap: (code) => `<?php
${code}
echo json_encode(array_map(
    fn ($c) => verify($c['secret'], $c['headers'], $c['body']),
    json_decode(file_get_contents('php://stdin'), true)));`,
  },
};

const now = Math.floor(Date.now() / 1000);
const secret = newSecret();
const body = '{"id":"evt_1","data":{"name":"José 🚲"}}';
const sentAt = new Date(now * 1000);
const signed = sign({ eventId: "evt_1", body: Buffer.from(body), sentAt, secrets: [newSecret(), secret] });
const at = (seconds: number) =>
  sign({
    eventId: "evt_1",
    body: Buffer.from(body),
    sentAt: new Date((now + seconds) * 1000),
    secrets: [secret],
  });
const without = (name: keyof SignatureHeaders) => ({ ...signed, [name]: undefined });

const genuine = { name: "ours", secret, headers: signed, body, now };
const good: Case[] = [genuine, { ...genuine, name: "four minutes old", headers: at(-240) }];
const bad: Case[] = [
  { ...genuine, name: "another body", body: body.replace("José", "Jose") },
  { ...genuine, name: "a line break more", body: `${body}\n` },
  { ...genuine, name: "an empty body", body: "" },
  { ...genuine, name: "another secret", secret: newSecret() },
  { ...genuine, name: "ten minutes old", headers: at(-600) },
  { ...genuine, name: "ten minutes ahead", headers: at(600) },
  { ...genuine, name: "another id", headers: { ...signed, "webhook-id": "evt_2" } },
  { ...genuine, name: "another time", headers: { ...signed, "webhook-timestamp": `${now - 1}` } },
  { ...genuine, name: "a time that is no number", headers: { ...signed, "webhook-timestamp": "soon" } },
  { ...genuine, name: "no signature", headers: without("webhook-signature") },
  { ...genuine, name: "an empty signature", headers: { ...signed, "webhook-signature": "" } },
  { ...genuine, name: "an empty v1 signature", headers: { ...signed, "webhook-signature": "v1," } },
  { ...genuine, name: "no time", headers: without("webhook-timestamp") },
  { ...genuine, name: "no id", headers: without("webhook-id") },
];
const ofVector: Case = {
  name: "the test vector",
  secret: vector.secret,
  headers: vector.headers,
  body: vector.body,
  now: vector.sentAt.getTime() / 1000,
};

/** Whether this machine can run it. */
export const installed = (language: string): boolean => !spawnSync(commandOf(language)[0], ["version"]).error;

/** The names of the cases that a verifier accepts, and of those that it must accept. */
export function run({ language, code }: Verifier): { taken: string[]; due: string[] } {
  const runner = runners[language] as (typeof runners)[string];
  const due = [...good, ...(runner.clock ? [ofVector] : [])];
  const cases = [...due, ...bad];
  const folder = mkdtempSync(join(tmpdir(), "verifier-"));
  try {
    const file = join(folder, runner.file);
    writeFileSync(file, runner.wrap(code));
    const [program, ...args] = commandOf(language);
    const input = JSON.stringify(cases);
    const { stdout, stderr } = spawnSync(program, [...args, file], { input, encoding: "utf8" });
    if (!stdout) throw new Error(stderr);
    const answers = JSON.parse(stdout) as boolean[];
    const names = (chosen: Case[]) => chosen.map(({ name }) => name);
    return { taken: names(cases.filter((_, i) => answers[i])), due: names(due) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const commandOf = (language: string) => runners[language]?.command as [string, ...string[]];

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { vector } from "../../shared/client/test/vector.ts";
import { post } from "../../shared/webhooks/post.ts";
import { newSecret, sign } from "../../shared/webhooks/signing.ts";

const program = join(import.meta.dirname, "..", "..", "infra", "tools", "webhooks-listen.ts");
const secret = newSecret();
let running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running) child.kill();
  running = [];
});

/** The program, started as by hand, with its output so far. */
async function listener(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--no-warnings", program, ...args], {
    env: { ...process.env, ...env },
  });
  running.push(child);
  const printed = { text: "" };
  child.stdout.on("data", (chunk) => {
    printed.text += chunk;
  });
  while (!printed.text.includes("\n")) await once(child.stdout, "data");
  return { url: /http:\S+/.exec(printed.text)?.[0] ?? "", printed };
}

const deliver = (url: string, body: string, held = secret, sentAt = new Date()) => {
  const raw = Buffer.from(body);
  const headers = sign({ eventId: "evt_1", body: raw, sentAt, secrets: [held] });
  return post({ url, headers, body: raw }, { localTargets: true });
};

test("a genuine delivery is printed and accepted, any other is refused with the reason", async () => {
  const { url, printed } = await listener(["--secret", secret, "--port", "0"]);
  expect(await deliver(url, '{"id":"evt_1"}')).toMatchObject({ outcome: "delivered", status: 204 });
  // The program's output may arrive after its answer.
  await eventually(async () => printed.text.includes('✓ evt_1\n  {\n    "id": "evt_1"\n  }'));
  expect(await deliver(url, '{"id":"evt_1"}', newSecret())).toMatchObject({
    status: 400,
    excerpt: "wrong_secret",
  });
  expect(printed.text).not.toContain(secret);
});

test("WEBHOOK_SECRET sets the secret, and a delivery may be old, since a local cloud's clock may skip", async () => {
  const { url } = await listener(["--port", "0"], { WEBHOOK_SECRET: secret });
  expect(await deliver(url, "{}", secret, vector.sentAt)).toMatchObject({ status: 204 });
});

test("control characters of a body do not reach the terminal", async () => {
  const { url, printed } = await listener(["--secret", secret, "--port", "0"]);
  await deliver(url, "\u001b[2Jgone\u0007");
  await eventually(async () => printed.text.includes("�[2Jgone�"));
});

test("the receiver cannot be reached from other machines", async () => {
  const { url } = await listener(["--secret", secret, "--port", "0"]);
  const { port } = new URL(url);
  const others = Object.values(networkInterfaces()).flatMap((all = []) => all.filter((one) => !one.internal));
  for (const { address, family } of others.filter((one) => one.scopeid === undefined || one.scopeid === 0))
    await expect(fetch(`http://${family === "IPv6" ? `[${address}]` : address}:${port}/`)).rejects.toThrow();
});

test("a missing secret ends it with an error and the usage", async () => {
  const child = spawn(process.execPath, ["--no-warnings", program], {
    env: { ...process.env, WEBHOOK_SECRET: "" },
  });
  const [[said], [code]] = await Promise.all([once(child.stderr, "data"), once(child, "exit")]);
  expect([String(said), code]).toEqual([expect.stringMatching(/^A secret is missing: give --secret/), 2]);
});

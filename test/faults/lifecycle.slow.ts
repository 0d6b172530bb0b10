import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { endClouds, type Failure, newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";

const SIGNUPS = "/api/agent/signups";
afterEach(endClouds);

const start = (cloud: Cloud, json: object) => cloud.post(SIGNUPS, json, { from: freshAddress() });
const failureOf = (options: Parameters<typeof startCloud>[0]): Promise<Failure> =>
  startCloud(options).then(
    () => Promise.reject(new Error("It started")),
    (failure: Failure) => failure,
  );

/** The processes with this folder on their command line, without our own. */
const processesOf = (dir: string) => {
  try {
    return execFileSync("pgrep", ["-f", dir], { encoding: "utf8" }).trim().split("\n");
  } catch {
    return [];
  }
};

test.each(["SIGTERM", "SIGKILL"] as const)(
  "signups, partners and running timers survive %s",
  async (signal) => {
    const dataDir = newFolder();
    const first = await startCloud({ dataDir, timeScale: 30 });
    const email = freshEmail();
    const signup = (await start(first, { email })).json;
    const startedAt = await first.now();
    const sandboxSignup = (await start(first, { email: freshEmail(), sandbox: true })).json;
    const partner = (await first.post("/api/agent/partners", { company: "Acme", email: freshEmail() })).json;
    const before = await eventually(async () => (await first.now()) > startedAt + 150_000 && first.now());
    await first.end(signal);

    const second = await startCloud({ dataDir, timeScale: 30 });
    const restartedAt = await second.now();
    expect(restartedAt).toBeGreaterThanOrEqual(before);
    expect((await start(second, { email })).json.signup_id).toBe(signup.signup_id);
    expect((await start(second, { email: freshEmail(), partner_id: partner.partner_id })).status).toBe(201);
    const path = `${SIGNUPS}/${sandboxSignup.signup_id}`;
    await eventually(async () => (await second.call(path)).json.status === "account_opened");
    // A timer that began its wait of 180 s again would end later.
    expect(await second.now()).toBeLessThan(restartedAt + 180_000);
  },
);

test("the state of each acknowledged signup and of the rate limits survives SIGKILL under load", async () => {
  const dataDir = newFolder();
  const cloud = await startCloud({ dataDir });
  const from = freshAddress();
  for (let i = 0; i < 10; i++) await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from });
  const acknowledged: string[] = [];
  const crowd = Array.from({ length: 150 }, async () => {
    const reply = await start(cloud, { email: freshEmail() });
    if (reply.status === 201) acknowledged.push(reply.json.signup_id);
  });
  await eventually(async () => acknowledged.length >= 30);
  await cloud.end("SIGKILL");
  await Promise.allSettled(crowd);

  const again = await startCloud({ dataDir });
  expect((await again.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from })).status).toBe(429);
  for (const id of acknowledged) expect((await again.call(`${SIGNUPS}/${id}`)).status).toBe(200);
});

test("--reset deletes the state and leaves foreign files alone", async () => {
  const dataDir = newFolder();
  const first = await startCloud({ dataDir });
  const { signup_id } = (await start(first, { email: freshEmail() })).json;
  await first.end();
  writeFileSync(join(dataDir, "notes.txt"), "mine");
  const second = await startCloud({ dataDir, args: ["--reset"] });
  expect((await second.call(`${SIGNUPS}/${signup_id}`)).status).toBe(404);
  expect(readFileSync(join(dataDir, "notes.txt"), "utf8")).toBe("mine");
});

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)(
  "the process ends everything it started on %s",
  async (signal) => {
    const cloud = await startCloud();
    await start(cloud, { email: freshEmail() });
    expect(processesOf(cloud.dataDir).length).toBeGreaterThanOrEqual(2);
    await cloud.end(signal);
    await eventually(async () => processesOf(cloud.dataDir).length === 0);
  },
);

/** Where these processes listen, such as `127.0.0.1:3000`. `ss` is a program of Linux. */
const listeningAt = (pids: readonly string[]): string[] =>
  execFileSync("ss", ["-H", "--listening", "--tcp", "--numeric", "--processes"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => pids.some((pid) => line.includes(`,pid=${pid},`)))
    .map((line) => line.split(/\s+/)[3] ?? "");

test("the process and its child processes listen on the loopback only", async () => {
  const cloud = await startCloud();
  const sockets = listeningAt(processesOf(cloud.dataDir));
  const gateway = sockets.filter((address) => address.startsWith("127.0.0.1:"));
  expect(gateway).toEqual([`127.0.0.1:${new URL(cloud.url).port}`]);
  // The AWS endpoint and the database check no credentials that a page could not guess, so they are hidden.
  const engines = sockets.filter((address) => !gateway.includes(address));
  expect(engines).toHaveLength(2);
  for (const address of engines) expect(address).toMatch(/^127\.(?!0\.0\.1:)[\d.]+:\d+$/);
});

const oneLine = /^[^\n]+\n$/;

test("a start fails with one clear line when the port is taken", async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
  const { port } = squatter.address() as AddressInfo;
  const failure = await failureOf({ port, dataDir: newFolder() });
  squatter.close();
  expect(failure).toEqual({ exitCode: 1, stderr: `Port ${port} is in use. Choose another with --port.\n` });
});

test("a start fails with one clear line when the data folder is a file", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const failure = await failureOf({ dataDir: file });
  expect(failure).toEqual({ exitCode: 1, stderr: expect.stringMatching(oneLine) });
  expect(failure.stderr).toContain(`Cannot use ${file} as the data folder`);
});

test("a start fails with one clear line when the database is broken, and no process remains", async () => {
  const dataDir = newFolder();
  writeFileSync(
    join(dataDir, "dynamodb.sqlite"),
    "this is not a database, but it is long enough to be taken for one".repeat(50),
  );
  const failure = await failureOf({ dataDir });
  expect(failure).toEqual({ exitCode: 1, stderr: expect.stringMatching(oneLine) });
  expect(failure.stderr).toContain(dataDir);
  await eventually(async () => processesOf(dataDir).length === 0);
});

test("a start fails with one clear line when another local cloud uses the data folder", async () => {
  const cloud = await startCloud();
  const failure = await failureOf({ dataDir: cloud.dataDir });
  expect(failure).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(/^Another local cloud \(process id \d+\) uses .*--data\.\n$/),
  });
  expect((await cloud.call("/health")).status).toBe(200);
});

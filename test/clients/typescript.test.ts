import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import { pack } from "../../infra/tools/pack.ts";
import type { Cloud } from "../support/cloud/cloud.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { artifactsDir } from "../support/cloud/synthesise.ts";
import { newPartner } from "../support/partner/platform.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { outputOf, type Run, runScenario } from "./run-scenario.ts";
import { scenario } from "./scenario.ts";

const dir = join(artifactsDir, "client-typescript");
const runner = join(import.meta.dirname, "runners", "typescript.mjs");

let cloud: Cloud;
let proxy: FaultProxy;
beforeAll(async () => {
  pack(dir);
  cloud = await sharedCloud(FAST_CLOCK);
  proxy = await FaultProxy.start(cloud.url);
});
afterAll(() => proxy.stop());
afterAll(endClouds);

const run = (client = dir): Promise<Run> =>
  runScenario(cloud, proxy, { command: "node", args: [runner, join(client, "client", "index.js")] });

test("the scenario has at least 60 steps", () => {
  expect(scenario.steps.length).toBeGreaterThanOrEqual(60);
});

describe("the TypeScript client", () => {
  test("passes the scenario through a proxy that injects faults", async () => {
    const { problems, agents } = await run();
    expect(problems).toEqual([]);
    expect(agents).toEqual([expect.stringMatching(/^[\w-]+-typescript\/\d+\.\d+\.\d+$/)]);
  });

  /** Breaks a copy of the client. */
  const broken = (name: string, file: string, from: string, to: string): string => {
    const copy = `${dir}-${name}`;
    cpSync(dir, copy, { recursive: true });
    const path = join(copy, "client", file);
    const text = readFileSync(path, "utf8");
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
    return copy;
  };

  test("fails the scenario if each attempt has a new idempotency key", async () => {
    const client = broken(
      "key",
      "transport.js",
      "(url, init, plan",
      "(url, this.#request(plan, options), plan",
    );
    expect((await run(client)).problems).toContainEqual(expect.stringMatching(/payouts, not/));
  });

  test("fails the scenario if it never retries", async () => {
    const client = broken("retry", "transport.js", "attempt >= retries", "true || attempt >= retries");
    expect((await run(client)).problems).toContainEqual(expect.stringMatching(/a lost answer pays once/));
  });
});

test("the packed client is installed in an empty project, where its examples compile and run", async () => {
  const project = mkdtempSync(join(tmpdir(), "project-"));
  const env = { ...process.env, NODE_OPTIONS: "" };
  const npm = (...args: string[]) =>
    execFileSync("npm", args, { cwd: project, env, stdio: "pipe" }).toString();
  try {
    writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
    const [file = ""] = npm("pack", dir, "--offline").trim().split("\n").slice(-1);
    npm("install", "--offline", "--ignore-scripts", `./${file}`);
    cpSync(join(dir, "examples"), project, { recursive: true });
    const types = ["--typeRoots", join(import.meta.dirname, "..", "..", "node_modules", "@types")];
    const compile = ["--ignoreConfig", "--strict", "--module", "nodenext", "--lib", "es2023,dom", ...types];
    const tsc = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "tsc");
    execFileSync(tsc, [...compile, "--types", "node", "payout.ts", "signup.ts"], { cwd: project });
    const { key } = await newPartner(cloud);
    const run = (name: string) =>
      outputOf({
        command: "node",
        args: [name],
        cwd: project,
        env: { PORTABLE_ROTH_URL: cloud.url, PORTABLE_ROTH_KEY: key },
      });
    expect(await run("payout.js")).toMatch(/^completed 12312\npay_\w{26} 12500\n$/);
    expect(await run("signup.js")).toMatch(/^svc_test_\w+ account_opened\n$/);
  } finally {
    rmSync(project, { recursive: true });
  }
});

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { ActivityFile } from "../activity/activity-file.ts";
import { traceOf } from "../activity/trace.ts";
import { newFolder } from "./support/cloud-process.ts";
import { eventually } from "./support/eventually.ts";

const [FIRST, OTHER] = ["3f2a9c1d", "4f2a9c1d"].map((start) => `${start}-0b5e-4c57-9d1a-5f6e7a8b9c0d`);
const programs: ChildProcess[] = [];
afterEach(() => {
  for (const child of programs.splice(0)) child.kill("SIGKILL");
});

/** A data folder in which requests happen, as a local cloud writes it. */
function folder() {
  const dataDir = newFolder();
  const file = new ActivityFile(dataDir, () => {});
  const happen = (path: string, request = OTHER) => {
    const failed = path === "/teapot";
    const at = new Date().toISOString();
    const what = `GET ${path}`;
    file.write({
      at,
      kind: "request",
      what,
      result: failed ? "418" : "200",
      failed,
      ms: 1,
      request: `${request}`,
    });
  };
  return { dataDir, happen, stop: () => file.stop() };
}

/** `npm run logs`, with its output so far. */
function logs(dataDir: string, ...args: string[]): { text: string } {
  const env = { ...process.env, NODE_OPTIONS: "" };
  const program = join(import.meta.dirname, "..", "logs.ts");
  const child = spawn(process.execPath, [program, "--data", dataDir, ...args], { env });
  programs.push(child);
  const said = { text: "" };
  child.stdout.on("data", (chunk) => {
    said.text += chunk;
  });
  return said;
}

test("--follow shows what happens next, and a filter applies to it", async () => {
  const { dataDir, happen, stop } = folder();
  happen("/first");
  const whole = logs(dataDir, "--follow");
  const failed = logs(dataDir, "--follow", "--failed");
  await eventually(async () => whole.text.includes("/first"));
  for (const path of ["/second", "/teapot"]) happen(path);
  await eventually(async () => whole.text.includes("/teapot") && failed.text.includes("/teapot"));
  expect(whole.text.match(/GET \/\w+/g)).toEqual(["GET /first", "GET /second", "GET /teapot"]);
  expect(failed.text.match(/GET \/\w+/g)).toEqual(["GET /teapot"]);
  await stop();
});

test("--request finds a request by its short id, with its functions' log lines", async () => {
  const { dataDir, happen, stop } = folder();
  const [, xray_trace_id] = /Root=([^;]+)/.exec(traceOf(`${FIRST}`)) ?? [];
  mkdirSync(join(dataDir, "logs"));
  const lines = [
    { message: "hello", xray_trace_id },
    { message: "other", request_id: OTHER },
  ].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(dataDir, "logs", "web.log"), lines.join(""));
  happen("/first", FIRST);
  happen("/other");
  await stop();
  for (const id of ["3f2a9c1d", `${FIRST}`]) {
    const printed = logs(dataDir, "--request", id);
    await eventually(async () => printed.text.includes('"hello"'));
    expect(printed.text).toMatch(/GET \/first .*\n {2}web: \{"message":"hello"/);
    expect(printed.text).not.toContain("other");
  }
});

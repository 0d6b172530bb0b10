import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { sharedCloud } from "../../support/cloud/shared-cloud.ts";
import { newPartner } from "../../support/partner/platform.ts";

const program = join(import.meta.dirname, "..", "..", "..", "infra", "operations", "ops.ts");
/** A program of most Linux systems and of macOS. */
const SCRIPT = "/usr/bin/script";
const cloud = await sharedCloud();

/** Runs a command on a terminal, which the program `script` opens, and types a reply to its question. */
async function onTerminal(args: string[], reply: string) {
  const command = [process.execPath, "--no-warnings", program, ...args];
  const script =
    process.platform === "darwin"
      ? ["-q", "/dev/null", ...command]
      : ["-qec", command.map((word) => `'${word}'`).join(" "), "/dev/null"];
  const child = spawn(SCRIPT, script, { env: { ...process.env, NODE_OPTIONS: "" } });
  let shown = "";
  child.stdout.on("data", (chunk) => {
    const isAsked = shown.includes("Type yes");
    shown += chunk;
    if (!isAsked && shown.includes("Type yes")) child.stdin.write(reply);
  });
  const [code] = await once(child, "close");
  return { code, last: shown.trim().split("\n").at(-1)?.trim(), shown };
}

(existsSync(SCRIPT) ? test : test.skip).each([
  ["Ctrl-C", "\u0003", 1, "Nothing was changed."],
  ["Ctrl-D", "\u0004", 1, "Nothing was changed."],
  ["no", "no\r", 1, "Nothing was changed."],
  ["yes", "yes\r", 0, expect.stringMatching(/is revoked/)],
])("%s at the question of a command that asks ends it in words", async (_, reply, code, last) => {
  const { keyId, accountId } = await newPartner(cloud);
  const args = ["keys", "revoke", keyId, "--reason", "Test", "--url", cloud.url];
  const ended = await onTerminal(args, reply);
  expect(ended).toMatchObject({ code, last });
  expect(ended.shown).not.toMatch(/Error|\n\s+at /);
  const keys = (await cloud.command("list", { noun: "keys", account: accountId })).data as Json[];
  expect(keys).toHaveLength(code);
});

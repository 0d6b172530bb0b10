import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { endProcess, newFolder } from "../../../infra/local/test/support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "../../../infra/local/test/support/fixture.ts";
import { send } from "../../../infra/local/test/support/http.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const assembly = fixtureAssembly(({ add }) =>
  add(
    "Teller",
    `export const handler = () =>
      [new Date(0).getHours(), new Date(0).getTimezoneOffset(), (1234.5).toLocaleString(), process.env.LOCAL_TARGETS ?? null];`,
  ),
);
afterAll(removeFixtures);

test("npm start runs functions in AWS's time zone and language, and with --public-targets as on AWS", async () => {
  const args = ["--port", "0", "--data", newFolder(), "--assembly", assembly, "--quiet", "--public-targets"];
  const npm = spawn("npm", ["start", "--", ...args], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: "", TZ: "America/New_York", LC_ALL: "de_DE.UTF-8" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const ready = await new Promise<string>((resolve, reject) => {
      let printed = "";
      npm.stdout.on("data", (text) => {
        printed += text;
        const [, url] = /^ready (\S+)$/m.exec(printed) ?? [];
        if (url) resolve(url);
      });
      npm.once("exit", () => reject(new Error(`npm start ended:\n${printed}`)));
    });
    const { json } = await send(`${ready}/_local/aws/2015-03-31/functions/teller/invocations`, {
      json: {},
      headers: { authorization: "operator" },
    });
    expect(json).toEqual([0, 0, "1,234.5", null]);
  } finally {
    await endProcess(npm, "SIGTERM");
  }
});

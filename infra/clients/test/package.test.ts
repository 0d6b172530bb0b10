import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import type { Json } from "../../local/test/support/http.ts";
import { brand } from "../../../shared/domain/brand/brand.ts";
import { newSecret, sign } from "../../../shared/webhooks/signing.ts";
import { packedDir as dir } from "../../../test/support/cloud/packed.ts";

const read = (file: string): Json => JSON.parse(readFileSync(join(dir, file), "utf8"));

test("the npm package has the client, the three programs and their texts, in less than 600 KB beside the fake", async () => {
  const args = ["pack", dir, "--dry-run", "--json", "--offline"];
  const { stdout } = await promisify(execFile)("npm", args, { env: { ...process.env, NODE_OPTIONS: "" } });
  const listed: Json = JSON.parse(stdout);
  const { files, unpackedSize } = Array.isArray(listed) ? listed[0] : Object.values<Json>(listed)[0];
  const paths = files.map(({ path }: Json) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["client/index.js", "client/index.d.ts", "examples/payout.ts"]),
  );
  expect(paths.filter((path: string) => !/^(?:client|examples)\//.test(path)).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "cli.mjs",
    "fake.mjs",
    "package.json",
    "verify-webhook.cjs",
    "verify-webhook.d.cts",
    "verify-webhook.d.mts",
    "verify-webhook.mjs",
  ]);
  const fake = statSync(join(dir, "fake.mjs")).size;
  expect(fake).toBeLessThan(660 * 1024);
  expect(unpackedSize - fake).toBeLessThan(600 * 1024);
});

test("the npm package has no dependency and no install script, and names its registry entry", () => {
  const manifest = read("package.json");
  expect(Object.keys(manifest).filter((key) => /dependencies|scripts|private/i.test(key))).toEqual([]);
  expect([manifest.name, manifest.mcpName]).toEqual([brand.npmPackage, brand.registryName]);
  for (const program of ["cli.mjs", "fake.mjs"])
    expect(readFileSync(join(dir, program), "utf8")).not.toMatch(/from ?"(?!node:)/);
});

test("the package's verifier has no dependency, and gives the reason why a signature fails", async () => {
  const { verifyWebhook } = await import(join(dir, "verify-webhook.mjs"));
  const secret = newSecret();
  const body = Buffer.from('{"id":"evt_1","type":"ping"}');
  const headers = sign({ eventId: "evt_1", body, sentAt: new Date(), secrets: [secret] });
  expect(verifyWebhook({ body, headers, secret })).toEqual({ ok: true, id: "evt_1" });
  const spaced = JSON.stringify(JSON.parse(body.toString()), null, 2);
  expect(verifyWebhook({ body: spaced, headers, secret })).toMatchObject({ reason: "body_reserialised" });
  expect(verifyWebhook({ body, headers, secret: newSecret() })).toMatchObject({ reason: "wrong_secret" });
  expect(readFileSync(join(dir, "verify-webhook.mjs"), "utf8")).not.toMatch(/from "(?!node:)/);
  expect(readFileSync(join(dir, "verify-webhook.d.mts"), "utf8")).toContain("function verifyWebhook");
});

test("the registry entry names this package, its version and the deployment's host", () => {
  const { packages, remotes } = read("server.json");
  const { version } = read("package.json");
  expect(packages).toMatchObject([{ identifier: brand.npmPackage, version }]);
  expect(remotes[0].url).toBe("https://{host}/api/mcp");
});

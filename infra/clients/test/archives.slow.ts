import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { librariesOf } from "../archives/library-names.ts";
import { buildModel } from "../build-model.ts";
import { packageNames } from "../names.ts";
import { lackOf } from "../../../test/support/installed-programs.ts";

const { version } = buildModel();
const { slug, javaGroup } = packageNames(version);
const wheel = librariesOf(version).python?.file ?? "";
const lack = lackOf(["mvn"]);
const program = join(import.meta.dirname, "..", "archives", "archives.ts");

/** What the program makes, by path. */
const archives = (mask: string, env: NodeJS.ProcessEnv = {}): Record<string, string> =>
  JSON.parse(
    execFileSync("sh", ["-c", `umask ${mask} && "${process.execPath}" "${program}"`], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: "", ...env },
      encoding: "utf8",
    }),
  );

test("the archives have the same bytes with any umask of the machine that deploys, and pip's index their sum", () => {
  const files = archives("022");
  expect(archives("077")).toEqual(files);
  const { [wheel]: bytes = "", [`simple/${slug}`]: index = "" } = files;
  const sum = createHash("sha256").update(bytes, "base64").digest("hex");
  expect(Buffer.from(index, "base64").toString()).toContain(`${wheel}#sha256=${sum}`);
}, 120_000);

(lack ? test.skip : test)(
  `a deployer with Java serves a Maven repository${lack}`,
  () => {
    const files = archives("022", { JAVA_JAR: "1" });
    const [, folder] = Object.keys(files).flatMap((file) => /^maven\/(.*)\/[^/]*\.jar$/.exec(file) ?? []);
    expect(folder).toBe(`${javaGroup?.replaceAll(".", "/")}/${slug}/${version}`);
    const [jar = "", pom = ""] = ["jar", "pom"].map(
      (kind) => files[`maven/${folder}/${slug}-${version}.${kind}`] ?? "",
    );
    expect(jar.length).toBeGreaterThan(100_000);
    expect(Buffer.from(pom, "base64").toString()).toContain(`<artifactId>${slug}</artifactId>`);
  },
  600_000,
);

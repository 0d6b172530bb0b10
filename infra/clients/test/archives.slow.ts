import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { librariesOf } from "../archives/library-names.ts";
import { buildModel } from "../build-model.ts";
import { packageNames } from "../names.ts";

const { version } = buildModel();
const { slug } = packageNames(version);
const wheel = librariesOf(version).python?.file ?? "";
const program = join(import.meta.dirname, "..", "archives", "archives.ts");

test("the archives have the same bytes with any umask of the machine that deploys, and pip's index their sum", () => {
  const made = ["022", "077"].map((mask) =>
    execFileSync("sh", ["-c", `umask ${mask} && "${process.execPath}" "${program}"`], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NODE_OPTIONS: "" },
    }),
  );
  expect(made[0]?.length).toBeGreaterThan(100_000);
  expect(made[0]?.equals(made[1] ?? Buffer.of())).toBe(true);
  const { [wheel]: bytes = "", [`simple/${slug}`]: index = "" } = JSON.parse(String(made[0]));
  const sum = createHash("sha256").update(bytes, "base64").digest("hex");
  expect(Buffer.from(index, "base64").toString()).toContain(`${wheel}#sha256=${sum}`);
}, 120_000);

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { platformDescription } from "../../../../shared/contract/platform-api.ts";
import { pack } from "../../pack.ts";
import { packageNames } from "../names.ts";
import { filesOf } from "../print.ts";
import { project } from "../write-files.ts";
import { librariesOf } from "./library-names.ts";

type Files = Record<string, Uint8Array>;

/**
 * By file name, with the file of their checksums. Node makes all of them, on any machine, with the same
 * bytes. Java's is its project, because a jar needs Java's compiler.
 */
export function libraryArchives(): Files {
  const { version } = platformDescription;
  const files: Files = {};
  for (const [language, { file }] of Object.entries(librariesOf(version)))
    files[file] = language === "typescript" ? tarball() : zipOf(language, file.replace(/\.zip$/, ""));
  const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes).toString("hex")}  ${file}\n`);
  return { ...files, SHA256SUMS: Buffer.from(sums.join("")) };
}

function zipOf(language: string, name: string): Uint8Array {
  const texts = Object.entries(filesOf(language)).sort(([a], [b]) => (a < b ? -1 : 1));
  const files: Files = { LICENSE: readFileSync(join(project, "LICENSE")) };
  for (const [file, text] of texts) files[file] = Buffer.from(text);
  return zipped(language === "python" ? wheelOf(files) : moved(files, "", `${name}/`));
}

function tarball(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "package-"));
  try {
    pack(join(folder, "package"));
    const args = ["pack", "./package", "--silent", "--offline"];
    const env = { ...process.env, NODE_OPTIONS: "" };
    const packed = execFileSync("npm", args, { cwd: folder, encoding: "utf8", env });
    return readFileSync(join(folder, packed.trim()));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A wheel without build tools (the Python packaging specification "binary distribution format"). */
function wheelOf(files: Files): Files {
  const { version = "", pythonPackage = "", slug = "" } = packageNames(platformDescription.version);
  const info = `${pythonPackage}-${version}.dist-info`;
  const text = (file: string) => Buffer.from(files[file] ?? []).toString();
  const setting = (name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(text("pyproject.toml"))?.[1];
  const metadata = [
    "Metadata-Version: 2.4",
    `Name: ${slug}`,
    `Version: ${version}`,
    `Summary: ${setting("description")}`,
    `License-Expression: ${setting("license")}`,
    "License-File: LICENSE",
    `Requires-Python: ${setting("requires-python")}`,
    "Description-Content-Type: text/markdown",
  ];
  const wheel = ["Wheel-Version: 1.0", `Generator: ${slug}`, "Root-Is-Purelib: true", "Tag: py3-none-any"];
  const content: Files = {
    ...moved(files, `src/${pythonPackage}/`, `${pythonPackage}/`),
    [`${info}/METADATA`]: Buffer.from(`${metadata.join("\n")}\n\n${text("README.md")}`),
    [`${info}/WHEEL`]: Buffer.from(`${wheel.join("\n")}\n`),
    [`${info}/licenses/LICENSE`]: files.LICENSE ?? new Uint8Array(),
  };
  const record = Object.entries(content).map(
    ([file, bytes]) => `${file},sha256=${sha256(bytes).toString("base64url")},${bytes.length}\n`,
  );
  const own = `${info}/RECORD`;
  return { ...content, [own]: Buffer.from(`${record.join("")}${own},,\n`) };
}

const moved = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).flatMap(([file, bytes]) =>
      file.startsWith(from) ? [[to + file.slice(from.length), bytes]] : [],
    ),
  );

/** A zip knows no time before 1980, and takes it in the zone of the machine. */
const zipped = (files: Files): Uint8Array => zipSync(files, { level: 9, mtime: new Date(1980, 0, 2) });

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

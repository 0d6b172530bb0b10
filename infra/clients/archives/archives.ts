import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { platformDescription } from "../../../shared/contract/platform-api.ts";
import { packageNames } from "../names.ts";
import { pack } from "../pack.ts";
import { filesOf } from "../print.ts";
import { project, writeFiles } from "../write-files.ts";
import { librariesOf } from "./library-names.ts";

type Files = Record<string, Uint8Array>;

/**
 * By path, with checksums and the indexes of pip and Go. Java has its project, or with `JAVA_JAR=1` in the
 * environment its jar, which needs a JDK, Maven and its registry.
 */
function libraryArchives(): Files {
  const { version } = platformDescription;
  const files: Files = {};
  for (const [language, { file }] of Object.entries(librariesOf(version)))
    if (file.endsWith(".jar")) Object.assign(files, jar(file));
    else files[file] = language === "typescript" ? tarball() : archiveOf(language, file);
  const sums = Object.entries(files).map(([file, bytes]) => `${sha256(bytes).toString("hex")}  ${file}\n`);
  return { ...files, ...indexesOf(files, version), SHA256SUMS: Buffer.from(sums.join("")) };
}

/** What `pip --extra-index-url` (PEP 503) and `GOPROXY` (the protocol of Go's module proxies) ask for. */
function indexesOf(files: Files, version: string): Files {
  const { slug, goModule } = packageNames(version);
  const { file = "" } = librariesOf(version).python ?? {};
  const sum = sha256(files[file] ?? new Uint8Array()).toString("hex");
  const indexes = {
    [`simple/${slug}`]: `<!doctype html><a href="/docs/libraries/${file}#sha256=${sum}">${file}</a>\n`,
    [`go/${goModule}/@v/list`]: `v${version}\n`,
    [`go/${goModule}/@v/v${version}.info`]: JSON.stringify({
      Version: `v${version}`,
      Time: "2026-01-01T00:00:00Z",
    }),
    [`go/${goModule}/@v/v${version}.mod`]: filesOf("go")["go.mod"] ?? "",
  };
  return Object.fromEntries(Object.entries(indexes).map(([path, text]) => [path, Buffer.from(text)]));
}

function archiveOf(language: string, file: string): Uint8Array {
  const texts = Object.entries(filesOf(language)).sort(([a], [b]) => (a < b ? -1 : 1));
  const files: Files = { LICENSE: readFileSync(join(project, "LICENSE")) };
  for (const [file, text] of texts) files[file] = Buffer.from(text);
  if (language === "python") return zipped(wheelOf(files));
  if (language === "go")
    return zipped(moved(files, "", `${packageNames("").goModule}@v${platformDescription.version}/`));
  const inFolder = moved(files, "", `${file.replace(/\.tar\.gz$/, "")}/`);
  return gzipSync(tarOf(inFolder), { level: 9, mtime: 0 });
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

function jar(file: string): Files {
  const folder = mkdtempSync(join(tmpdir(), "jar-"));
  try {
    writeFiles(folder, filesOf("java"));
    const skipped = ["-DskipTests", "-Dmaven.test.skip", "-Dmaven.javadoc.skip", "-Dmaven.source.skip"];
    execFileSync("mvn", ["--quiet", "--batch-mode", ...skipped, "package"], {
      cwd: folder,
      stdio: [0, 2, 2],
    });
    return {
      [file]: readFileSync(join(folder, "target", basename(file))),
      [file.replace(/jar$/, "pom")]: readFileSync(join(folder, "pom.xml")),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A wheel without build tools (the Python packaging specification "binary distribution format"). */
function wheelOf(files: Files): Files {
  const names = packageNames(platformDescription.version);
  const { version = "", pythonPackage = "", slug = "" } = names;
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
    `Author-email: ${names.serviceName} <${names.supportEmail}>`,
    `Requires-Python: ${setting("requires-python")}`,
    ...[...text("pyproject.toml").matchAll(/^ {4}"(.* :: .*)",$/gm)].map(([, each]) => `Classifier: ${each}`),
    `Requires-Dist: ${/^dependencies = \["(.*)"\]$/m.exec(text("pyproject.toml"))?.[1]}`,
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
  const recordFile = `${info}/RECORD`;
  return { ...content, [recordFile]: Buffer.from(`${record.join("")}${recordFile},,\n`) };
}

const moved = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).flatMap(([file, bytes]) =>
      file.startsWith(from) ? [[to + file.slice(from.length), bytes]] : [],
    ),
  );

/** A zip knows no time before 1980, and takes it in the zone of the machine. */
const zipped = (files: Files): Uint8Array => zipSync(files, { level: 9, mtime: new Date(1980, 0, 2) });

/** POSIX's ustar: one stream, in which the many classes of Java take a third of a zip. */
function tarOf(files: Files): Uint8Array {
  const blocks = Object.entries(files).flatMap(([path, bytes]) => {
    const header = Buffer.alloc(512);
    const cut = path.length > 100 ? path.indexOf("/", path.length - 101) : -1;
    const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits - 1, "0")}\0`;
    header.write(path.slice(cut + 1), 0);
    header.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8) + octal(bytes.length, 12) + octal(0, 12), 100);
    header.write("        0", 148);
    header.write("ustar\x0000", 257);
    header.write(path.slice(0, Math.max(cut, 0)), 345);
    header.write(
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        7,
      ),
      148,
    );
    return [header, bytes, Buffer.alloc(-bytes.length & 511)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

// The tarball has the modes of its files.
process.umask(0o022);

/** Prints the files in base64, by name. Node makes all of them, on any machine, with the same bytes. */
const encoded = Object.entries(libraryArchives()).map(([name, bytes]) => [
  name,
  Buffer.from(bytes).toString("base64"),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(encoded)));

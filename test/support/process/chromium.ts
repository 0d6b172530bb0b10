import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { artifactsDir } from "./artifacts.ts";

const require = createRequire(import.meta.url);

/** The name of a site that points it at the machine of its visitors. */
const RESOLVING = "--host-resolver-rules=MAP rebound.example 127.0.0.1";

export async function chromiumArguments(): Promise<string[]> {
  if (process.platform !== "linux" || process.arch !== "x64") return [RESOLVING];
  const { default: chromium } = await import("@sparticuz/chromium");
  // The package suggests a single process for Lambda, but that ends with the first closed context. An
  // emulated GPU takes twice as long as none. It also turns off what keeps the pages of two sites apart.
  const args = chromium.args.filter(
    (arg) =>
      !/^--single-process|gpu|-gl=|angle|swiftshader|web-security|site-isolation|IsolateOrigins/.test(arg),
  );
  return [...args, RESOLVING, "--disable-gpu"];
}

/** The package unpacks into one folder of the machine, and takes any file there for a whole one. */
export async function unpackedBrowser(): Promise<string> {
  const { devDependencies } = require("../../../package.json");
  const folder = join(artifactsDir, `chromium-${devDependencies["@sparticuz/chromium"]}`);
  if (!existsSync(folder)) {
    const TMPDIR = mkdtempSync(`${folder}-`);
    const unpack = 'await (await import("@sparticuz/chromium")).default.executablePath()';
    const env = { ...process.env, NODE_OPTIONS: "", TMPDIR };
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", unpack], { env });
    try {
      renameSync(TMPDIR, folder);
    } catch {
      rmSync(TMPDIR, { recursive: true });
    }
  }
  return join(folder, "chromium");
}

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { StartupFailure } from "../base/failure.ts";

const FILES: Readonly<Record<string, string>> = {
  "linux-x64": "dynoxide",
  "linux-arm64": "dynoxide",
  "darwin-arm64": "dynoxide",
  "darwin-x64": "dynoxide",
  "win32-x64": "dynoxide.exe",
};

export function enginePackage(
  platform: string,
  arch: string,
): { name: string; version: string; file: string } | undefined {
  const file = FILES[`${platform}-${arch}`];
  return file === undefined ? undefined : { name: `@dynoxide/${platform}-${arch}`, version: version(), file };
}

/** All platforms run the version that the lock file pins for Linux x64. */
function version(): string {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"),
  );
  return optionalDependencies["@dynoxide/linux-x64"];
}

const INSTALLED = join(import.meta.dirname, "..", "..", "..", ".installed");

/**
 * `npm ci` brings Linux x64's. npm installs another at first use, and compares it with the registry's
 * integrity. Throws a {@link StartupFailure} where there is none.
 */
export function engineBinary(
  platform: string = process.platform,
  arch: string = process.arch,
  folder = INSTALLED,
): string {
  const pack = enginePackage(platform, arch);
  if (!pack) throw noEngine(`There is no database engine for ${platform}-${arch}.`);
  try {
    return createRequire(import.meta.url).resolve(`${pack.name}/${pack.file}`);
  } catch {
    return installedEngine(pack, folder);
  }
}

export function installedEngine(
  { name, version, file }: NonNullable<ReturnType<typeof enginePackage>>,
  folder: string,
): string {
  const place = join(folder, `${name.slice(1).replace("/", "-")}-${version}`);
  const binary = join(place, "node_modules", name, file);
  if (existsSync(binary)) return binary;
  process.stderr.write(`Installing ${name} into .installed/ (once)...\n`);
  mkdirSync(folder, { recursive: true });
  // It is renamed when it is complete, so that two processes can install it at once.
  const beside = mkdtempSync(`${place}.`);
  try {
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
    execFileSync("npm", ["install", "--prefix", beside, ...options, `${name}@${version}`], {
      env: withoutNpm(process.env),
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (!existsSync(binary)) renameSync(beside, place);
  } catch (error) {
    if (!existsSync(binary)) throw noEngine(`npm could not install ${name}@${version}: ${reason(error)}.`);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return binary;
}

/** An npm script gives its programs settings of npm, which would change what is installed, or where. */
const withoutNpm = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(NODE_OPTIONS|npm_config_(workspaces?|prefix|local_prefix|omit))$/.test(name),
    ),
  );

const reason = (error: unknown): string =>
  /npm error code (\S+)/.exec(String((error as { stderr?: Buffer }).stderr ?? error))?.[1] ??
  "no reason given";

const noEngine = (what: string) =>
  new StartupFailure(`${what} Set DYNAMODB_ENDPOINT to the address of a DynamoDB Local.`);

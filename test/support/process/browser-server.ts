import { renameSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { chromiumArguments, unpackedBrowser } from "./chromium.ts";

/**
 * `node browser-server.ts FILE PID`: starts the browser of a run's suites, writes its address to the
 * file, and ends it with the process.
 */
const [file = "", pid = ""] = process.argv.slice(2);
const isPackaged = process.platform === "linux" && process.arch === "x64";
const server = await chromium.launchServer(
  // Chromium from the npm registry on Linux x64, and the installed Chrome elsewhere.
  isPackaged
    ? { executablePath: await unpackedBrowser(), args: await chromiumArguments() }
    : { channel: "chrome", args: await chromiumArguments() },
);
// A worker that finds the file finds a whole address in it.
writeFileSync(`${file}.part`, server.wsEndpoint());
renameSync(`${file}.part`, file);

setInterval(async () => {
  try {
    process.kill(Number(pid), 0);
  } catch {
    await server.close();
    process.exit();
  }
}, 500);

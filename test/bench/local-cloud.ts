import { join } from "node:path";
import { launch } from "./children.ts";

const START = join(import.meta.dirname, "..", "..", "infra", "local", "start.ts");

/**
 * Starts the real local cloud as its own process, and answers its address. It keeps its environments and lets
 * V8 compile, as Lambda does. `npm start` saves memory instead.
 */
export function startLocalCloud(dataDir: string): Promise<string> {
  // The variable makes it end with us, however we end.
  const env = { ...process.env, npm_lifecycle_event: "bench", MALLOC_ARENA_MAX: "2" };
  const child = launch([START, "--port", "0", "--data", dataDir, "--environments", "64"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  return new Promise((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const [, port] = /^ready http:\/\/localhost:(\d+)$/m.exec(said) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once("exit", () => reject(new Error(`The local cloud ended: ${said}`)));
  });
}

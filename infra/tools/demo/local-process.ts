import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

/** A local cloud without earlier data, until this process ends. Its `url` fails if it ends before it serves. */
export function startLocal(
  data: string,
  errors: "inherit" | number,
): { child: ChildProcess; url: Promise<string> } {
  const args = [join(root, "infra/local/start.ts"), "--port", "0", "--data", data, "--reset", "--quiet"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", errors] });
  process.once("exit", () => child.kill());
  const url = new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const [, found] = /^ready (\S+)$/m.exec(said) ?? [];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error("The local cloud has ended.")));
  });
  return { child, url };
}

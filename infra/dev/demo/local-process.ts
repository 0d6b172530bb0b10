import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/**
 * A local cloud with a pretend bank and without earlier data, until this process ends. `url` fails if it ends
 * before it serves.
 */
export function startLocal(
  data: string,
  errors: "inherit" | number,
): { child: ChildProcess; url: Promise<string> } {
  const start = join(import.meta.dirname, "..", "..", "local", "start.ts");
  const args = [start, "--port", "0", "--data", data, "--reset", "--quiet", "--bank"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", errors] });
  process.once("exit", () => child.kill());
  const url = new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const [, fields] = /^ready (\S+)$/m.exec(said) ?? [];
      if (fields) resolve(fields);
    });
    child.once("exit", () => reject(new Error("The local cloud has ended.")));
  });
  return { child, url };
}

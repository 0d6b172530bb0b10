import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The commands of a sample, without its comments. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/^#.*\n/gm, "")
    .split(/\n\n/)
    .filter((each) => each.startsWith("curl "));

/** Runs a curl command in a shell. */
export async function runCurl(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace(/^curl /, "curl -sS ")]);
  // curl prints a refused answer too, before it tries again. The last object is the one that counts.
  return stdout.slice(stdout.lastIndexOf("}{") + 1);
}

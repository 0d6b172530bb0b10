import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { send } from "../../../local/test/support/http.ts";

const isPresent = (() => {
  try {
    execFileSync("curl", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** The commands of a sample, without its comments. */
export const commandsIn = (text: string): string[] =>
  text
    .replaceAll(/^#.*\n/gm, "")
    .split(/\n\n/)
    .filter((each) => each.startsWith("curl "));

/** Runs a curl command in a shell. Without curl, sends the request that the command describes. */
export async function runCurl(command: string): Promise<string> {
  if (!isPresent) {
    const [request = "", hashed] = command.split(" | sha256sum");
    const { text, bytes } = await send(...requestOf(request));
    return hashed === undefined ? text : `${createHash("sha256").update(bytes).digest("hex")}  -`;
  }
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace(/^curl /, "curl -sS ")]);
  // curl prints a refused answer too, before it tries again. The last object is the one that counts.
  return stdout.slice(stdout.lastIndexOf("}{") + 1);
}

/** Reads the few options that samples have. */
function requestOf(command: string): Parameters<typeof send> {
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\\\n)|(\S+)/g)].flatMap(
    ([, quoted, isBreak, bare]) => (isBreak ? [] : [quoted?.replaceAll("'\\''", "'") ?? bare ?? ""]),
  );
  const headers: Record<string, string> = {};
  const call: Parameters<typeof send>[1] = { headers };
  let url = "";
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? "";
    if (!word.startsWith("-")) {
      url = word;
      continue;
    }
    const value = words[++i] ?? "";
    const [name = "", ...rest] = value.split(": ");
    if (word === "-X") call.method = value;
    else if (word === "-d") call.body = value;
    else if (word === "-H") headers[name] = rest.join(": ");
    else if (word !== "--retry") throw new Error(`No sample had ${word} yet.`);
  }
  return [url, call];
}

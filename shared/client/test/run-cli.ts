import { spawn } from "node:child_process";

export type Ended = { code: number | null; stdout: string; stderr: string };

// biome-ignore lint/suspicious/noExplicitAny: each test knows what its message contains
type Message = any;

/** Runs the program to its end. `lines` are its whole standard input, and `env` its whole environment. */
export function runCli(
  program: string,
  args: string[],
  lines: string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH, ...env } });
  const ended = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk) => {
      ended[name] += chunk;
    });
  // A program that fails at once closes its input, perhaps before all of it is written.
  child.stdin.on("error", () => {});
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...ended })));
}

export const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** The JSON-RPC messages on standard output. */
export const messages = ({ stdout }: Ended): Message[] =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

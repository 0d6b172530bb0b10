import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { MCP } from "../support/cloud/mcp.ts";

const inspector = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "mcp-inspector");

// The first run installs the program, and prints that.
await promisify(execFile)(inspector, ["--help"], { env: { ...process.env, NODE_OPTIONS: "" } });
// One address may send 60 requests a minute. The suite sends more, so its minutes are short. The sandbox
// signup is deleted after a day, which must be longer than the suite on a busy machine.
const cloud = await startCloud({ timeScale: 120 });
const started = await cloud.post("/api/agent/signups", { email: "ana@example.com", sandbox: true });
const signup_id = started.json.signup_id;

type Run = { exitCode: number; reply: Json; complaints: string };

function inspect(era: string, method: string, ...args: string[]): Promise<Run> {
  const target = ["--server-url", cloud.url + MCP, "--transport", "http", "--protocol-era", era];
  const all = ["--cli", ...target, "--method", method, "--format", "json", ...args];
  const env = { ...process.env, NODE_OPTIONS: "", HOME: cloud.dataDir };
  return new Promise((resolve) => {
    const child = execFile(inspector, all, { env }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, reply: stdout && JSON.parse(stdout), complaints: stderr }),
    );
  });
}

const argumentsFor = (name: string): string[] => {
  const all: Record<string, string[]> = {
    check_roth_eligibility: ["filing_status=single", "magi=160500.5"],
    start_signup: ["email=ana@example.com", "sandbox=true", "name=null", 'agent={"client":null}'],
    get_signup_status: [`signup_id=${signup_id}`],
    register_partner: ["company=Acme", "email=dev@acme.example", "sandbox=true"],
  };
  return all[name] ? ["--tool-arg", ...all[name]] : [];
};

describe.each(["modern", "legacy", "auto"])("MCP Inspector in the era %s", (era) => {
  test("the strict check accepts the tools' schemas", async () => {
    const { exitCode, reply, complaints } = await inspect(era, "tools/list", "--strict");
    expect([exitCode, complaints]).toEqual([0, ""]);
    expect(reply.result.tools).toHaveLength(toolOperations.length);
  });

  test.each(toolOperations.map(({ tool }) => tool.name))("a call of %s succeeds", async (name) => {
    const { exitCode, reply } = await inspect(
      era,
      "tools/call",
      ...["--tool-name", name, ...argumentsFor(name)],
    );
    expect([exitCode, reply?.result?.isError]).toEqual([0, undefined]);
    expect(reply.result.structuredContent).toEqual(JSON.parse(reply.result.content[0].text));
  });

  test("a tool's error results in exit code 5", async () => {
    const run = await inspect(
      era,
      "tools/call",
      ...["--tool-name", "get_signup_status", "--tool-arg", "signup_id=svc_sgn_none"],
    );
    expect(run.exitCode).toBe(5);
  });
});

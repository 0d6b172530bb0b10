import { execFile } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { MCP } from "../support/cloud/mcp.ts";
import { lackOf, pythonPrograms, run } from "../support/installed-programs.ts";

const programs = join(import.meta.dirname, "..", "support", "mcp-sdks");

/** A client library, and the command that starts its program. TypeScript's are in mcp-clients.test.ts. */
type Sdk = { name: string; needs: string[]; modes: string[]; command(url: string, mode: string): string[] };

const python = () => join(pythonPrograms(["mcp==2.3.0", "fastmcp==4.2.3"]), "python");

/** Builds the program beside a copy of its module, whose go.sum has the hash of each package. */
function goProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcp-go-"));
  cpSync(programs, folder, { recursive: true });
  run(folder, "go", ["build", "-o", "client", "."]);
  return join(folder, "client");
}

const sdks: readonly Sdk[] = [
  ...["mcp", "fastmcp"].map((name) => ({
    name: `${name} of Python`,
    needs: ["python3"],
    modes: ["auto", "legacy"],
    command: (url: string, mode: string) => [python(), join(programs, "sdk.py"), name, url, mode],
  })),
  { name: "go-sdk", needs: ["go"], modes: ["auto"], command: (url) => [goProgram(), url] },
];

/** The packages are installed in the first run. */
const MINUTES = 5 * 60_000;

// One address may send 60 requests a minute, so the suite's minutes are short.
const cloud = await startCloud({ timeScale: 100 });

describe.each(sdks.map((sdk) => [sdk.name, sdk] as const))("%s", (_, { needs, modes, command }) => {
  const lack = lackOf(needs);

  (lack ? test.skip : test).each(modes)(
    `starts a signup in the mode %s, with the blanks that its types send${lack}`,
    async (mode) => {
      const [program = "", ...args] = command(cloud.url + MCP, mode);
      const { stdout } = await promisify(execFile)(program, args, {
        env: { ...process.env, NODE_OPTIONS: "" },
      });
      const { tools, results } = JSON.parse(stdout);
      const [product, signup, status] = results;
      expect([tools, product.type]).toEqual([toolOperations.length, "Portable Roth IRA"]);
      expect(signup).toMatchObject({ status: "initiated", partner_id: null });
      expect(status.signup_id).toBe(signup.signup_id);
    },
    MINUTES,
  );
});

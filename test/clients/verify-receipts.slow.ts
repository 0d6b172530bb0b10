import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "@jest/globals";
import { printClients } from "../../infra/tools/clients/print.ts";
import { lackOf, npmPackages, pythonPrograms } from "../support/installed-programs.ts";
import { java } from "./languages/java.ts";
import { run, runners } from "./languages/language.ts";
import { receiptCases } from "./receipt-cases.ts";

const folder = mkdtempSync(join(tmpdir(), "receipts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const input = receiptCases
  .map(({ receipt, keys, issuer = "", text = "" }) =>
    [receipt, keys, issuer, text].map((field) => Buffer.from(field).toString("base64")).join(","),
  )
  .join("\n");

type Answer = { foreign: string; said: string };

/** What the library of the language and another one say of each case. */
function answersOf(command: string, args: readonly string[], env: Record<string, string> = {}): Answer[] {
  const output = execFileSync(command, args, {
    input: `${input}\n`,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });
  return output
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [foreign = "", said = ""] = line.split("\t");
      return { foreign, said };
    });
}

function python(): Answer[] {
  const program = join(pythonPrograms(["PyJWT==2.15.1", "cryptography==50.0.2"]), "python");
  printClients(["python"], folder);
  return answersOf(program, [join(runners, "receipts.py")], { PYTHONPATH: join(folder, "python", "src") });
}

function go(): Answer[] {
  printClients(["go"], folder);
  const project = join(folder, "project");
  mkdirSync(project);
  cpSync(join(runners, "receipts.go"), join(project, "main.go"));
  const client = "example.com/portable-roth";
  writeFileSync(
    join(project, "go.mod"),
    `module project\n\ngo 1.24\n\nrequire (\n${client} v1.0.0\ngithub.com/golang-jwt/jwt/v5 v5.3.1\n)\n\nreplace ${client} => ${join(folder, "go")}\n`,
  );
  run(project, "go", ["build", "-o", "receipts.bin", "."], { GOFLAGS: "-mod=mod", GOWORK: "off" });
  return answersOf(join(project, "receipts.bin"), []);
}

function javaAnswers(): Answer[] {
  printClients(["java"], folder);
  const { command, args } = java.receipts(join(folder, "java"));
  return answersOf(command, args);
}

async function typescript(): Promise<Answer[]> {
  const jose = join(npmPackages(["jose@6.2.18"]), "node_modules", "jose", "dist", "webapi", "index.js");
  const { compactVerify, createLocalJWKSet } = await import(pathToFileURL(jose).href);
  const { verifyReceipt } = await import("../../infra/tools/clients/typescript/src/receipts.ts");
  return Promise.all(
    receiptCases.map(async ({ receipt, keys, issuer, text }) => ({
      foreign: await compactVerify(receipt, createLocalJWKSet(JSON.parse(keys)), {
        algorithms: ["EdDSA"],
      }).then(
        () => "yes",
        () => "no",
      ),
      said: await verifyReceipt(receipt, JSON.parse(keys), { issuer, text }).then(
        ({ jti }) => `ok ${jti}`,
        (error: Error) => error.message,
      ),
    })),
  );
}

describe.each([
  ["TypeScript and jose", [], typescript],
  ["Python and PyJWT", ["python3"], python],
  ["Go and golang-jwt", ["go"], go],
  ["Java and its Signature", ["mvn"], javaAnswers],
] as const)("%s", (_, needs, answers) => {
  const lack = lackOf(needs);
  (lack ? test.skip : test)(
    `say the same of each receipt${lack}`,
    async () => {
      const said = await answers();
      expect(said).toHaveLength(receiptCases.length);
      const wrong = receiptCases.flatMap(({ name, outcome, foreign }, i) => {
        const answer = said[i];
        const isRight = outcome.test(answer?.said ?? "") && (!foreign || answer?.foreign === foreign);
        return isRight ? [] : [{ name, ...answer }];
      });
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});

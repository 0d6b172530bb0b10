import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printClients } from "../../../infra/clients/print.ts";
import { verifiers } from "../../../shared/site/docs/docs-verifiers.ts";
import { classPath, pythonPrograms, run, startServer } from "../../support/installed-programs.ts";

/** A server of the field that verifies deliveries with the code of our documentation. */
type Framework = {
  name: string;
  /** Programs of the machine. Without one of them, the framework is skipped. */
  needs: string[];
  /** Puts the program into the folder, and returns the command that starts it. */
  prepare(folder: string): string[];
};

const TOMCAT = "11.0.27";

const codeIn = (language: string) => verifiers.find((verifier) => verifier.language === language)?.code ?? "";
const copy = (folder: string, file: string) =>
  copyFileSync(join(import.meta.dirname, file), join(folder, file));

const inNode = (file: string) => (folder: string) => {
  writeFileSync(join(folder, "verifier.mjs"), codeIn("javascript"));
  copy(folder, file);
  return [process.execPath, file];
};

const flask = (folder: string): string[] => {
  writeFileSync(join(folder, "verifier.py"), codeIn("python"));
  copy(folder, "flask_receiver.py");
  return [join(pythonPrograms(["flask==3.1.3"]), "python"), "flask_receiver.py"];
};

const GO_IMPORTS = ["crypto/hmac", "crypto/sha256", "encoding/base64", "net/http", "slices", "strconv"];

const go = (folder: string): string[] => {
  const imports = [...GO_IMPORTS, "strings", "time"].map((name) => JSON.stringify(name)).join("; ");
  writeFileSync(join(folder, "verifier.go"), `package main\n\nimport (${imports})\n\n${codeIn("go")}`);
  copy(folder, "receiver.go");
  run(folder, "go", ["build", "-o", "receiver", "receiver.go", "verifier.go"]);
  return [join(folder, "receiver")];
};

/** The documentation verifies in Java with the client library. */
const tomcat = (folder: string): string[] => {
  const libraries = classPath([
    `org.apache.tomcat.embed:tomcat-embed-core:${TOMCAT}`,
    `org.apache.tomcat:tomcat-annotations-api:${TOMCAT}`,
    "com.google.code.gson:gson:2.13.2",
  ]);
  printClients(["java"], folder);
  const root = join(folder, "java", "src", "main", "java");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".java"))
    .map((file) => join(root, file));
  copy(folder, "TomcatReceiver.java");
  run(folder, "javac", ["-nowarn", "-cp", libraries, "-d", "classes", "TomcatReceiver.java", ...sources]);
  return ["java", "-cp", `classes:${libraries}`, "TomcatReceiver"];
};

export const frameworks: readonly Framework[] = [
  { name: "Tomcat", needs: ["java", "javac", "mvn"], prepare: tomcat },
  { name: "Flask", needs: ["python3"], prepare: flask },
  { name: "Express", needs: [], prepare: inNode("express-receiver.mjs") },
  { name: "Lambda", needs: [], prepare: inNode("lambda-receiver.mjs") },
  { name: "net/http of Go", needs: ["go"], prepare: go },
];

/** Express comes with the MCP SDK's older version, which tests use. */
const EXPRESS = import.meta.resolve("@modelcontextprotocol/sdk/package.json");

/** Starts the framework, and returns its address. */
export async function startFramework({ prepare }: Framework, secret: string) {
  const folder = mkdtempSync(join(tmpdir(), "receiver-"));
  const { port, stop } = startServer(folder, prepare(folder), { SECRET: secret, EXPRESS });
  const end = () => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${await port}`, end };
}

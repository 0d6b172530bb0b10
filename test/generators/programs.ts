import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../infra/local/test/support/http.ts";
import type { Sent } from "./corpus.ts";
import { classPath, pythonPrograms, run } from "../support/installed-programs.ts";
import { artifactsDir } from "../support/process/artifacts.ts";

/** A generator of clients in a language, and a program that reads bodies with a generated client. */
type Generator = {
  name: string;
  /** Programs of the machine. Without one of them, the tests of this generator are skipped. */
  needs: string[];
  /** Generates a client from `document.json` in the folder, and returns what the generator prints. */
  generate(folder: string): string;
  /** Reads `sent.json` in the folder, and returns a line for each body that the client refuses. */
  read(folder: string, sent: readonly Sent[]): string;
};

const readers = join(import.meta.dirname, "readers");
const programs = join(import.meta.dirname, "..", "..", "node_modules", ".bin");

/** The compiler reads: a body that is not of its type is an error of its line. */
const typescript: Generator = {
  name: "openapi-typescript",
  needs: [],
  generate: (folder) =>
    run(folder, join(programs, "openapi-typescript"), ["document.json", "--output", "document.ts"])
      .split("\n")
      .filter((line) => !/^(?:✨ openapi-typescript|🚀 document\.json)/u.test(line))
      .join("\n"),
  read: (folder, sent) => {
    const uses = sent.map(({ schema, body }) => `as<Schemas["${schema}"]>()(${JSON.stringify(body)});`);
    const head =
      'import type { components } from "./document.ts"; type Schemas = components["schemas"]; const as = <T>() => <const V extends T>(value: V): V => value;';
    writeFileSync(join(folder, "sent.ts"), [head, ...uses].join("\n"));
    const args = ["--ignoreConfig", "--strict", "--noEmit", "--target", "es2024", "--module", "nodenext"];
    const more = ["--allowImportingTsExtensions", "--types", "", "--pretty", "false", "sent.ts"];
    const options = { cwd: folder, encoding: "utf8" } as const;
    const { stdout } = spawnSync(join(programs, "tsc"), [...args, ...more], options);
    const named = stdout.replaceAll(/^sent\.ts\((\d+)/gm, (at, line) => `${sent[line - 2]?.operation} ${at}`);
    return `${named}read ${sent.length}`;
  },
};

const VERSIONS = { python: "0.29.1", ruff: "0.17.6", go: "v2.8.2", java: "7.25.0" };

const pythonPackages = [`openapi-python-client==${VERSIONS.python}`, `ruff==${VERSIONS.ruff}`];

const python: Generator = {
  name: "openapi-python-client",
  needs: ["python3"],
  generate: (folder) => {
    const bin = pythonPrograms(pythonPackages);
    const args = ["generate", "--path", "document.json", "--meta", "none", "--output-path", "client"];
    // The generator formats its output with the formatter on the path.
    return run(folder, join(bin, "openapi-python-client"), args, { PATH: `${bin}:${process.env.PATH}` });
  },
  read: (folder) => {
    cpSync(join(readers, "read.py"), join(folder, "read.py"));
    return run(folder, join(pythonPrograms(pythonPackages), "python"), ["read.py"]);
  },
};

const go: Generator = {
  name: "oapi-codegen",
  needs: ["go"],
  generate: (folder) => {
    mkdirSync(join(folder, "client"));
    writeFileSync(join(folder, "go.mod"), "module generated\n\ngo 1.24\n");
    const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSIONS.go}`;
    const options = ["-generate", "types,client", "-package", "client", "-o", "client/client.go"];
    return run(folder, "go", ["run", generator, ...options, "document.json"])
      .split("\n")
      .filter((line) => !line.startsWith("go: downloading"))
      .join("\n");
  },
  read: (folder, sent) => {
    const names = [...new Set(sent.map(({ schema }) => schema))];
    const entries = names.map((name) => `"${name}": func() any { return new(client.${name}) },`);
    writeFileSync(
      join(folder, "models.go"),
      `package main\n\nimport "generated/client"\n\nvar models = map[string]func() any{\n${entries.join("\n")}\n}\n`,
    );
    cpSync(join(readers, "main.go"), join(folder, "main.go"));
    run(folder, "go", ["mod", "tidy"]);
    return run(folder, "go", ["run", "."]);
  },
};

const java: Generator = {
  name: "openapi-generator",
  needs: ["java", "javac", "mvn"],
  generate: (folder) => {
    const jar = classPath([`org.openapitools:openapi-generator-cli:${VERSIONS.java}`]);
    return (
      run(folder, "java", ["-jar", jar, "generate", "-g", "java", "-i", "document.json", "-o", "client"])
        .split("\n")
        .filter((line) => !line.includes(" INFO ") && !line.startsWith("#"))
        // The generator says this of every document of OpenAPI 3.1, which webhooks need.
        .filter((line) => !line.includes("OpenAPI 3.1 support is still in beta"))
        .join("\n")
    );
  },
  read: (folder) => {
    if (!existsSync(join(folder, "classes"))) compileJava(folder);
    return run(folder, "sh", ["-c", 'java -cp "classes:$(cat client/classpath.txt)" Read']);
  },
};

function compileJava(folder: string): void {
  const client = join(folder, "client");
  run(client, "mvn", ["-q", "dependency:build-classpath", "-Dmdep.outputFile=classpath.txt"]);
  cpSync(join(readers, "Read.java"), join(folder, "Read.java"));
  const root = join(client, "src", "main", "java");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".java"))
    .map((file) => join(root, file));
  writeFileSync(join(folder, "sources.txt"), [...sources, "Read.java"].join("\n"));
  run(folder, "sh", ["-c", 'javac -nowarn -cp "$(cat client/classpath.txt)" -d classes @sources.txt']);
}

export const generators: readonly Generator[] = [typescript, python, go, java];

/** Generates a client in the folder and returns what the generator prints. */
export function generateIn(folder: string, generator: Generator, document: Json): string {
  writeFileSync(join(folder, "document.json"), JSON.stringify(document));
  return generator.generate(folder).trim();
}

/** The bodies that the generated client refuses, each with its reason. */
export function refusedBy(folder: string, generator: Generator, sent: readonly Sent[]): string[] {
  if (sent.length === 0) throw new Error("There are no bodies to read");
  writeFileSync(join(folder, "sent.json"), JSON.stringify(sent));
  const lines = generator.read(folder, sent).trim().split("\n");
  const count = lines.pop();
  if (count !== `read ${sent.length}`) throw new Error(`The program ended early: ${count}`);
  return lines;
}

/** An empty folder for a generator's output, outside of the sources. */
export function emptyFolder(name: string): string {
  const folder = join(artifactsDir, "generated", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

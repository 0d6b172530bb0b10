import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { artifactsDir } from "../support/cloud/synthesise.ts";
import type { Runner } from "./run-scenario.ts";

/** A text of the client that a copy of it replaces, so that the scenario must fail. */
type Break = { file: string; from: string; to: string };

export type Language = {
  name: string;
  /** A command that succeeds where the toolchain is present. */
  toolchain: [command: string, ...args: string[]];
  /** Formats, lints and types the printed client, and runs the tests of its runtime. */
  check: (dir: string) => void;
  /** Runs the scenario with the client in `dir`. */
  runner: (dir: string) => Runner;
  /** Makes a new idempotency key for each attempt, and never retries. */
  breaks: { key: Break; retry: Break };
  /** Packs the client and installs it in an empty project. Returns the programs of its examples. */
  install: (dir: string, project: string) => { payout: Runner; signup: Runner };
};

const runners = join(import.meta.dirname, "runners");
const root = join(import.meta.dirname, "..", "..");

export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): string {
  try {
    return execFileSync(command, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: "", ...env },
      stdio: "pipe",
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")} failed in ${cwd}\n${stdout}${stderr}`);
  }
}

const fileIn = (folder: string, ending: string): string => {
  const found = readdirSync(folder).find((name) => name.endsWith(ending));
  if (!found) throw new Error(`${folder} has no file *${ending}`);
  return join(folder, found);
};

const typescript: Language = {
  name: "typescript",
  toolchain: ["node", "--version"],
  // Packing compiles it, and `npm test` checks its format.
  check: () => {},
  runner: (dir) => ({
    command: "node",
    args: [join(runners, "typescript.mjs"), join(dir, "client", "index.js")],
  }),
  breaks: {
    key: {
      file: "client/transport.js",
      from: "(url, init, plan",
      to: "(url, this.#request(plan, options), plan",
    },
    retry: { file: "client/transport.js", from: "attempt >= retries", to: "true || attempt >= retries" },
  },
  install(dir, project) {
    const packed = run(project, "npm", ["pack", dir, "--offline"]).trim().split("\n").at(-1) ?? "";
    run(project, "npm", ["init", "--yes", "--init-type", "module"]);
    run(project, "npm", ["install", "--offline", "--ignore-scripts", `./${packed}`]);
    cpSync(join(dir, "examples"), project, { recursive: true });
    const types = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
    const compile = ["--ignoreConfig", "--strict", "--module", "nodenext", "--lib", "es2023,dom", ...types];
    run(project, join(root, "node_modules", ".bin", "tsc"), [...compile, "payout.ts", "signup.ts"]);
    const example = (name: string) => ({ command: "node", args: [`${name}.js`], cwd: project });
    return { payout: example("payout"), signup: example("signup") };
  },
};

/** The usual tools of Python, in an environment of their own. */
function pythonTools(): string {
  const tools = join(artifactsDir, "python-tools");
  const bin = join(tools, "bin");
  if (existsSync(join(bin, "mypy"))) return bin;
  mkdirSync(artifactsDir, { recursive: true });
  run(root, "python3", ["-m", "venv", tools]);
  const packages = ["ruff==0.17.6", "mypy==2.4.1", "build==1.6.1", "setuptools==84.2.1"];
  run(root, join(bin, "pip"), ["install", "--quiet", "--disable-pip-version-check", ...packages]);
  return bin;
}

const python: Language = {
  name: "python",
  toolchain: ["python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"],
  check(dir) {
    const bin = pythonTools();
    run(dir, join(bin, "ruff"), ["format", "--check", "."]);
    run(dir, join(bin, "ruff"), ["check", "."]);
    run(dir, join(bin, "mypy"), [], { MYPYPATH: "src" });
    run(dir, "python3", ["-m", "unittest", "discover", "-s", "tests"], { PYTHONPATH: "src" });
  },
  runner: (dir) => ({
    command: "python3",
    args: [join(runners, "run_python.py")],
    env: { PYTHONPATH: join(dir, "src"), PYTHONDONTWRITEBYTECODE: "1" },
  }),
  breaks: {
    key: {
      file: "src/portable_roth/_transport.py",
      from: "result = self._attempt(plan, url, headers,",
      to: 'result = self._attempt(plan, url, {**headers, **({} if plan.key == "none" else {"idempotency-key": str(uuid.uuid4())})},',
    },
    retry: {
      file: "src/portable_roth/_transport.py",
      from: "if attempt >= retries",
      to: "if True or attempt >= retries",
    },
  },
  install(dir, project) {
    run(dir, join(pythonTools(), "python"), ["-m", "build", "--no-isolation", "--outdir", project]);
    run(project, "tar", ["-tzf", fileIn(project, ".tar.gz")]);
    run(project, "python3", ["-m", "venv", "env"]);
    const bin = join(project, "env", "bin");
    run(project, join(bin, "pip"), ["install", "--no-index", "--quiet", fileIn(project, ".whl")]);
    cpSync(join(dir, "examples"), project, { recursive: true });
    run(project, join(pythonTools(), "mypy"), [
      ...["--strict", "--python-executable", join(bin, "python")],
      ...["payout.py", "signup.py"],
    ]);
    const example = (name: string) => ({ command: join(bin, "python"), args: [`${name}.py`], cwd: project });
    return { payout: example("payout"), signup: example("signup") };
  },
};

const GO_MODULE = "example.com/portable-roth";

/** A module outside of every registry needs no network. */
const offline = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOWORK: "off" };

/** Builds programs in a module of their own that requires the client in `dir`. */
function buildGo(dir: string, project: string, programs: Record<string, string>): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(project, "go.mod"),
    `module project\n\ngo 1.22\n\nrequire ${GO_MODULE} v1.0.0\n\nreplace ${GO_MODULE} => ${dir}\n`,
  );
  for (const [name, source] of Object.entries(programs)) {
    cpSync(source, join(project, name, "main.go"));
    run(project, "go", ["build", "-o", `${name}.bin`, `./${name}`], offline);
  }
}

const go: Language = {
  name: "go",
  toolchain: ["go", "version"],
  check(dir) {
    const unformatted = run(dir, "gofmt", ["-l", "."]);
    if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
    run(dir, "go", ["vet", "./..."], offline);
    run(dir, "go", ["test", "./..."], offline);
  },
  runner(dir) {
    const project = `${dir}-runner`;
    buildGo(dir, project, { scenario: join(runners, "main.go") });
    return { command: join(project, "scenario.bin"), args: [] };
  },
  breaks: {
    key: {
      file: "transport.go",
      from: "response, err := t.attempt(ctx, s, p, header, body)",
      to: 'if p.key != "none" {\n\t\t\theader.Set("Idempotency-Key", idempotencyKey("", nil))\n\t\t}\n\t\tresponse, err := t.attempt(ctx, s, p, header, body)',
    },
    retry: {
      file: "transport.go",
      from: "if attempt >= s.maxRetries",
      to: "if true || attempt >= s.maxRetries",
    },
  },
  /** A module is a folder with a tag. `replace` needs no checksum. */
  install(dir, project) {
    const unzipped = join(project, "unzipped");
    run(dir, "git", ["init", "--quiet"]);
    run(dir, "git", ["add", "."]);
    const author = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    run(dir, "git", [...author, "commit", "--quiet", "--no-verify", "-m", "Release"]);
    run(dir, "git", ["tag", "v1.0.0"]);
    run(project, "git", ["clone", "--quiet", "--branch", "v1.0.0", dir, unzipped]);
    const source = (name: string) => join(unzipped, "examples", name, "main.go");
    buildGo(unzipped, project, { payout: source("payout"), signup: source("signup") });
    const example = (name: string) => ({ command: join(project, `${name}.bin`), args: [] });
    return { payout: example("payout"), signup: example("signup") };
  },
};

const JAVAC = ["-Xlint:all", "-Werror", "--release", "17", "-d", "classes"];

const javaFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".java"))
    .map((path) => join(folder, path));

const java: Language = {
  name: "java",
  toolchain: ["mvn", "--version"],
  check(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src"))]);
    run(dir, "java", ["-cp", "classes", "com.example.portableroth.RuntimeTest"]);
  },
  runner(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src", "main")), join(runners, "Scenario.java")]);
    return { command: "java", args: ["-cp", join(dir, "classes"), "Scenario"] };
  },
  breaks: {
    key: {
      file: "src/main/java/com/example/portableroth/Transport.java",
      from: "settings.sender.send(request)",
      to: "settings.sender.send(request(plan, query, body, settings))",
    },
    retry: {
      file: "src/main/java/com/example/portableroth/Transport.java",
      from: "if (!canRetry ||",
      to: "if (attempt >= 0 || !canRetry ||",
    },
  },
  install(dir, project) {
    run(dir, "mvn", ["--batch-mode", "--quiet", "package"]);
    fileIn(join(dir, "target"), "-sources.jar");
    cpSync(join(dir, "target", "portable-roth-1.0.0.jar"), join(project, "client.jar"));
    cpSync(join(dir, "examples"), project, { recursive: true });
    run(project, "javac", ["-Xlint:all", "-Werror", "-cp", "client.jar", "Payout.java", "Signup.java"]);
    const example = (name: string) => ({
      command: "java",
      args: ["-cp", "client.jar:.", name],
      cwd: project,
    });
    return { payout: example("Payout"), signup: example("Signup") };
  },
};

export const languages: readonly Language[] = [typescript, python, go, java];

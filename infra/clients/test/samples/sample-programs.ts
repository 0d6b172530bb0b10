import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "../../../../test/support/installed-programs.ts";
import { root } from "../languages/language.ts";
import type { Runner } from "../shim.ts";

/** Complete programs, by their names. */
type Programs = Readonly<Record<string, string>>;

/** How to run a program that was written and compiled. */
export type SamplePrograms = (name: string) => Runner;

const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** The commands of the documentation, and a sample to save in the file that they name. */
export type Typed = { commands: string; sample: string };

/** Does what a reader does: saves the sample in an empty folder, and runs all commands there. */
function runAsTyped(project: string, { commands, sample }: Typed, env: Record<string, string> = {}): void {
  const [, file = "no-file"] = /^# Save a sample as (\S+),/m.exec(commands) ?? [];
  write(join(project, file), `${sample}\n`);
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const printed = run(project, "sh", ["-ec", commands], { PATH: path, ...env });
  if (!/pay_\w{26} completed$/m.test(printed)) throw new Error(`The commands printed ${printed}`);
}

/**
 * Installs the library of a language in an empty folder, as typed. Then checks and compiles programs there.
 * Installing takes long, and the objects that programs use are pending for a minute.
 */
export const samplePrograms: Readonly<
  Record<string, (folder: string, typed: Typed) => (programs: Programs) => SamplePrograms>
> = {
  typescript(folder, typed) {
    const project = join(folder, "project");
    runAsTyped(project, typed, { npm_config_audit: "false" });
    return (programs) => {
      const files = Object.entries(programs).map(([name, text]) => {
        write(join(project, "samples", `${name}.ts`), text);
        return join("samples", `${name}.ts`);
      });
      const types = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
      run(project, join(root, "node_modules", ".bin", "tsc"), [
        "--ignoreConfig",
        "--strict",
        "--noEmit",
        "--module",
        "nodenext",
        "--moduleDetection",
        "force",
        "--target",
        "es2023",
        "--lib",
        "es2023,dom",
        ...types,
        ...files,
      ]);
      return (name) => ({ command: process.execPath, args: [join(project, "samples", `${name}.ts`)] });
    };
  },

  python(folder, typed) {
    const project = join(folder, "project");
    runAsTyped(project, typed);
    return (programs) => {
      for (const [name, text] of Object.entries(programs)) write(join(folder, "samples", `${name}.py`), text);
      const command = join(project, ".venv", "bin", "python");
      return (name) => ({ command, args: [join(folder, "samples", `${name}.py`)] });
    };
  },

  go(folder, typed) {
    const project = join(folder, "project");
    const offline = { GOFLAGS: "", GOPROXY: "off", GOWORK: "off" };
    runAsTyped(project, typed, offline);
    return (programs) => {
      for (const [name, text] of Object.entries(programs))
        write(join(project, "samples", name, "main.go"), `${text}\n`);
      const unformatted = run(project, "gofmt", ["-l", "samples"]);
      if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
      run(project, "go", ["build", "-ldflags=-s -w", "-o", "bin/", "./samples/..."], offline);
      return (name) => ({ command: join(project, "bin", name), args: [] });
    };
  },

  /** Each program gets a class name of its own. */
  java(folder, typed) {
    const project = join(folder, "project");
    // The library's jar stays here, and out of the machine's own repository.
    runAsTyped(project, typed, { MAVEN_ARGS: "-Dmaven.install.skip=true" });
    const jars = globSync(join(project, "*", "target", "*[0-9].jar")).join(delimiter);
    return (programs) => {
      const sources = join(folder, "samples");
      const files = Object.keys(programs).map((name) => join(sources, `${name}.java`));
      for (const [name, text] of Object.entries(programs))
        write(join(sources, `${name}.java`), text.replace("class Sample", `class ${name}`));
      run(folder, "javac", [
        "-Xlint:all",
        "-Werror",
        "--release",
        "17",
        "-cp",
        jars,
        "-d",
        "classes",
        ...files,
      ]);
      const path = [join(folder, "classes"), jars].join(delimiter);
      return (name) => ({ command: "java", args: ["-XX:TieredStopAtLevel=1", "-cp", path, name] });
    };
  },
};

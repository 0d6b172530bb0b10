import { cpSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root, run } from "../languages/language.ts";
import { outputOf } from "../run-scenario.ts";
import type { Runner } from "../shim.ts";

/** Complete programs, by their names. */
type Programs = Readonly<Record<string, string>>;

/** The programs of a language as one, because each start would take seconds. */
export type SamplePrograms = {
  /** What each program printed, without those that wait for the test: follower, receiver and signup. */
  printed: () => Promise<Record<string, string>>;
  /** Runs one. */
  one: (name: string) => Runner;
};

const runners = join(import.meta.dirname, "runners");
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

const together = (runner: Runner): SamplePrograms => ({
  printed: async () => JSON.parse(await outputOf(runner)),
  one: (name) => ({ ...runner, args: [...runner.args, name] }),
});

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
        ...["--ignoreConfig", "--strict", "--noEmit", "--module", "nodenext", "--moduleDetection", "force"],
        ...["--target", "es2023", "--lib", "es2023,dom", ...types, ...files],
      ]);
      const args = [join(runners, "run-typescript.mjs"), join(project, "samples")];
      return together({ command: process.execPath, args });
    };
  },

  python(folder, typed) {
    const project = join(folder, "project");
    runAsTyped(project, typed);
    return (programs) => {
      for (const [name, text] of Object.entries(programs)) write(join(folder, "samples", `${name}.py`), text);
      return together({
        command: join(project, ".venv", "bin", "python"),
        args: [join(runners, "run_samples.py"), join(folder, "samples")],
        env: { PYTHONDONTWRITEBYTECODE: "1" },
      });
    };
  },

  /** Each program is a package of its own. `log.Fatal` would end all of them. */
  go(folder, typed) {
    const project = join(folder, "project");
    const offline = { GOFLAGS: "", GOPROXY: "off", GOWORK: "off" };
    runAsTyped(project, typed, offline);
    return (programs) => {
      const names = Object.keys(programs);
      for (const [name, text] of Object.entries(programs)) {
        write(join(project, "as-shown", name, "main.go"), `${text}\n`);
        const inPackage = text
          .replace("package main", `package ${name}`)
          .replace("func main()", "func Main()");
        write(join(project, name, "main.go"), `${inPackage.replaceAll("log.Fatal(", "log.Panic(")}\n`);
      }
      const unformatted = run(project, "gofmt", ["-l", "as-shown"]);
      if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
      const imports = names.map((name) => `\t"example/${name}"\n`).join("");
      const entries = names.map((name) => `\t"${name}": ${name}.Main,\n`).join("");
      write(
        join(project, "all.go"),
        `package main\n\nimport (\n${imports})\n\nvar samples = map[string]func(){\n${entries}}\n`,
      );
      cpSync(join(runners, "samples.go"), join(project, "main.go"));
      run(project, "go", ["build", "-o", "samples.bin", "."], offline);
      return together({ command: join(project, "samples.bin"), args: [] });
    };
  },

  /** Each program gets a class name of its own. */
  java(folder, typed) {
    const project = join(folder, "project");
    // The library's jar stays here, and out of the machine's own repository.
    runAsTyped(project, typed, { MAVEN_ARGS: "-Dmaven.install.skip=true" });
    const [jar = ""] = globSync(join(project, "*", "target", "*[0-9].jar"));
    return (programs) => {
      const sources = join(folder, "samples");
      const names = Object.keys(programs);
      for (const [name, text] of Object.entries(programs))
        write(join(sources, `${name}.java`), text.replace("class Sample", `class ${name}`));
      cpSync(join(runners, "RunSamples.java"), join(sources, "RunSamples.java"));
      const files = [...names, "RunSamples"].map((name) => join(sources, `${name}.java`));
      run(folder, "javac", [
        ...["-Xlint:all", "-Werror", "--release", "17", "-cp", jar, "-d", "classes"],
        ...files,
      ]);
      const args = ["-cp", [join(folder, "classes"), jar].join(delimiter), "RunSamples"];
      const all = names.filter((name) => !["follow", "signup", "webhooks"].includes(name));
      return {
        printed: async () => {
          const output = await outputOf({ command: "java", args: [...args, ...all] });
          const lines = output.trim().split("\n");
          return Object.fromEntries(
            lines.map((line) => {
              const [name = "", text = ""] = line.split(" ");
              return [name, Buffer.from(text, "base64").toString().trim()];
            }),
          );
        },
        one: (name) => ({ command: "java", args: [...args, name] }),
      };
    };
  },
};

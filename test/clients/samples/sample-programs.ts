import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageNames } from "../../../infra/tools/clients/names.ts";
import { printClients } from "../../../infra/tools/clients/print.ts";
import { root, run } from "../languages/language.ts";
import { outputOf, type Runner } from "../run-scenario.ts";

/** Complete programs, by their names. */
type Programs = Readonly<Record<string, string>>;

/** The programs of a language as one, because each start would take seconds. */
export type SamplePrograms = {
  /** What each program printed. It leaves out the receiver, which never ends. */
  printed: () => Promise<Record<string, string>>;
  /** Runs one. */
  one: (name: string) => Runner;
};

const runners = join(import.meta.dirname, "runners");
const { npmPackage = "", goModule = "" } = packageNames("");

const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const together = (runner: Runner): SamplePrograms => ({
  printed: async () => JSON.parse(await outputOf(runner)),
  one: (name) => ({ ...runner, args: [...runner.args, name] }),
});

/** Writes, checks and compiles the programs of a language in an empty folder. */
export const samplePrograms: Readonly<
  Record<string, (programs: Programs, folder: string) => SamplePrograms>
> = {
  typescript(programs, folder) {
    printClients(["typescript"], folder);
    const project = join(folder, "project");
    write(join(project, "package.json"), '{"type":"module"}');
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(folder, "typescript"), join(project, "node_modules", npmPackage));
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
  },

  python(programs, folder) {
    printClients(["python"], folder);
    for (const [name, text] of Object.entries(programs)) write(join(folder, "samples", `${name}.py`), text);
    return together({
      command: "python3",
      args: [join(runners, "run_samples.py"), join(folder, "samples")],
      env: { PYTHONPATH: join(folder, "python", "src"), PYTHONDONTWRITEBYTECODE: "1" },
    });
  },

  /** Each program is a package of its own. `log.Fatal` would end all of them. */
  go(programs, folder) {
    printClients(["go"], folder);
    const project = join(folder, "project");
    const names = Object.keys(programs);
    for (const [name, text] of Object.entries(programs)) {
      write(join(project, "as-shown", name, "main.go"), `${text}\n`);
      const inPackage = text.replace("package main", `package ${name}`).replace("func main()", "func Main()");
      write(join(project, name, "main.go"), `${inPackage.replaceAll("log.Fatal(", "log.Panic(")}\n`);
    }
    const unformatted = run(project, "gofmt", ["-l", "as-shown"]);
    if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
    write(
      join(project, "go.mod"),
      `module project\n\ngo 1.24\n\nrequire ${goModule} v1.0.0\n\nreplace ${goModule} => ${join(folder, "go")}\n`,
    );
    const imports = names.map((name) => `\t"project/${name}"\n`).join("");
    const entries = names.map((name) => `\t"${name}": ${name}.Main,\n`).join("");
    write(
      join(project, "all.go"),
      `package main\n\nimport (\n${imports})\n\nvar samples = map[string]func(){\n${entries}}\n`,
    );
    cpSync(join(runners, "samples.go"), join(project, "main.go"));
    const offline = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOWORK: "off" };
    run(project, "go", ["build", "-o", "samples.bin", "."], offline);
    return together({ command: join(project, "samples.bin"), args: [] });
  },

  /** Each program gets a class name of its own. */
  java(programs, folder) {
    printClients(["java"], folder);
    const sources = join(folder, "samples");
    const names = Object.keys(programs);
    for (const [name, text] of Object.entries(programs))
      write(join(sources, `${name}.java`), text.replace("class Sample", `class ${name}`));
    cpSync(join(runners, "RunSamples.java"), join(sources, "RunSamples.java"));
    const library = join(folder, "java", "src", "main", "java");
    const files = [...names, "RunSamples"].map((name) => join(sources, `${name}.java`));
    run(folder, "javac", [
      ...["-Xlint:all", "-Werror", "--release", "17", "-sourcepath", library, "-d", "classes"],
      ...["-implicit:class", ...files],
    ]);
    const args = ["-cp", join(folder, "classes"), "RunSamples"];
    const all = names.filter((name) => name !== "webhooks");
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
  },
};

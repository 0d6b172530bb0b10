import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { classPath, run } from "../../../../test/support/installed-programs.ts";
import { fileIn, type Language, proofIn, shims } from "./language.ts";

/** `--release` also refuses the library of a later Java. */
const STRICT = ["-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8"];

const MODULE = "com.example.portableroth";

/** Java's usual formatter. */
const javaFormatter = () => classPath(["com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps"]);

/** The reader of JSON, and the marks of what can be null. Only the compiler needs the marks. */
const libraries = () => classPath(["com.google.code.gson:gson:2.13.2", "org.jspecify:jspecify:1.0.1"]);

const javaFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".java"))
    .map((path) => join(folder, path));

/** Compiles the library, as a module. */
function compile(dir: string): void {
  const sources = javaFiles(join(dir, "src", "main"));
  // The marks are in public declarations, and users do without them.
  run(dir, "javac", [...STRICT, "-Xlint:-exports", "-d", "classes", "-p", libraries(), ...sources]);
}

export const java: Language = {
  name: "java",
  toolchain: ["mvn", "--version"],
  prepare: javaFormatter,
  check(dir) {
    const unformatted = run(dir, "java", ["-jar", javaFormatter(), "--dry-run", ...javaFiles(dir)]);
    if (unformatted) throw new Error(`google-java-format would change ${unformatted}`);
    compile(dir);
  },
  shim(dir) {
    compile(dir);
    const path = [join(dir, "classes"), libraries()].join(delimiter);
    const into = join(dir, "tests");
    mkdirSync(into, { recursive: true });
    run(dir, "javac", [...STRICT, "-Xlint:-classfile", "-d", into, "-cp", path, join(shims, "Shim.java")]);
    return { command: "java", args: ["-cp", `${path}:${into}`, "Shim"] };
  },
  breaks: {
    key: {
      file: "src/main/java/com/example/portableroth/Transport.java",
      from: "request.copy()",
      to: "request(plan, accept, settings)",
    },
    retry: {
      file: "src/main/java/com/example/portableroth/Transport.java",
      from: "if (!canRetry ||",
      to: "if (attempt >= 0 || !canRetry ||",
    },
  },
  /** Maven also runs the runtime's tests, and refuses wrong documentation. */
  install(dir, project) {
    run(dir, "mvn", ["--batch-mode", "--quiet", "package"]);
    for (const kind of ["sources", "javadoc"]) fileIn(join(dir, "target"), `-${kind}.jar`);
    cpSync(join(dir, "target", "portable-roth-1.0.0.jar"), join(project, "client.jar"));
    cpSync(join(dir, "examples"), project, { recursive: true });
    writeFileSync(join(project, "RetryPaysOnce.java"), proofIn(dir));
    const needs = ["client.jar", libraries()].join(delimiter);
    const asModule = ["-p", needs, "--add-modules", MODULE];
    const asJar = ["-cp", `${needs}:.`];
    run(project, "javac", [...STRICT, ...asModule, "Signup.java"]);
    run(project, "javac", [...STRICT, ...asJar, "Payout.java", "RetryPaysOnce.java"]);
    const program = (name: string, args: string[]) => ({
      command: "java",
      args: [...args, name],
      cwd: project,
    });
    return {
      payout: program("Payout", asJar),
      signup: program("Signup", [...asModule, "-cp", "."]),
      proof: program("RetryPaysOnce", ["-ea", ...asJar]),
    };
  },
};

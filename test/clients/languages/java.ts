import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { artifactsDir } from "../../support/process/artifacts.ts";
import { fileIn, type Language, root, run, runners } from "./language.ts";

/** `--release` also refuses the library of a later Java. */
const STRICT = ["-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8"];
const JAVAC = [...STRICT, "-d", "classes"];

/** Java's usual formatter, from Maven Central. */
function javaFormatter(): string {
  const tools = join(artifactsDir, "java-tools");
  const [name, version] = ["google-java-format", "1.28.0"];
  const jar = join(tools, `${name}-${version}-all-deps.jar`);
  const artifact = `com.google.googlejavaformat:${name}:${version}:jar:all-deps`;
  const copy = ["dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${tools}`];
  if (!existsSync(jar)) run(root, "mvn", ["--batch-mode", "--quiet", ...copy]);
  return jar;
}

const javaFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".java"))
    .map((path) => join(folder, path));

export const java: Language = {
  name: "java",
  toolchain: ["mvn", "--version"],
  prepare: javaFormatter,
  check(dir) {
    const unformatted = run(dir, "java", ["-jar", javaFormatter(), "--dry-run", ...javaFiles(dir)]);
    if (unformatted) throw new Error(`google-java-format would change ${unformatted}`);
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src"))]);
    run(dir, "java", ["-cp", "classes", "com.example.portableroth.RuntimeTest"]);
  },
  runner(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src", "main")), join(runners, "Scenario.java")]);
    return { command: "java", args: ["-cp", join(dir, "classes"), "Scenario"] };
  },
  hostile(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src", "main")), join(runners, "Hostile.java")]);
    return { command: "java", args: ["-cp", join(dir, "classes"), "Hostile"] };
  },
  bench(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src", "main")), join(runners, "Bench.java")]);
    return { command: "java", args: ["-cp", join(dir, "classes"), "Bench"] };
  },
  packed: (dir) => join(dir, "classes", "com"),
  breaks: {
    key: {
      file: "src/main/java/com/example/portableroth/Transport.java",
      from: "request.copy()",
      to: "request(plan, query, body, accept, settings)",
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
    run(project, "javac", [...STRICT, "-cp", "client.jar", "Payout.java", "Signup.java"]);
    const example = (name: string) => ({
      command: "java",
      args: ["-cp", "client.jar:.", name],
      cwd: project,
    });
    return { payout: example("Payout"), signup: example("Signup") };
  },
};

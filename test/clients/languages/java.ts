import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileIn, type Language, run, runners } from "./language.ts";

const JAVAC = ["-Xlint:all", "-Werror", "--release", "17", "-d", "classes"];

const javaFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".java"))
    .map((path) => join(folder, path));

export const java: Language = {
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
  bench(dir) {
    run(dir, "javac", [...JAVAC, ...javaFiles(join(dir, "src", "main")), join(runners, "Bench.java")]);
    return { command: "java", args: ["-cp", join(dir, "classes"), "Bench"] };
  },
  packed: (dir) => join(dir, "classes", "com"),
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

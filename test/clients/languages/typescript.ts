import { cpSync } from "node:fs";
import { join } from "node:path";
import { type Language, root, run, runners } from "./language.ts";

export const typescript: Language = {
  name: "typescript",
  toolchain: ["node", "--version"],
  // Packing compiles it, and `npm test` checks its format.
  check: () => {},
  runner: (dir) => ({
    command: "node",
    args: [join(runners, "typescript.mjs"), join(dir, "client", "index.js")],
  }),
  hostile: (dir) => ({
    command: "node",
    args: [join(runners, "hostile.mjs"), join(dir, "client", "index.js")],
  }),
  bench: (dir) => ({
    command: "node",
    args: [join(runners, "bench-typescript.mjs"), join(dir, "client", "index.js")],
  }),
  packed: (dir) => join(dir, "client"),
  breaks: {
    key: {
      file: "client/transport.js",
      from: "this.#attempt(call,",
      to: "this.#attempt(this.#call(plan, options),",
    },
    retry: { file: "client/transport.js", from: "const isOver = ", to: "const isOver = true || " },
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

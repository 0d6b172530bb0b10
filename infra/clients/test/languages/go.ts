import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goProgram, run } from "../../../../test/support/installed-programs.ts";
import { type Language, proofIn, shims } from "./language.ts";

const GO_MODULE = "example.com/portable-roth";

/** A module outside of every registry needs no network. */
const offline = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOWORK: "off" };

/** The usual linter of Go, with all of its checks: also the form of comments and names. */
const staticcheck = () => goProgram("honnef.co/go/tools/cmd/staticcheck@v0.8.2");

/** Builds programs in a module of their own that requires the client in `dir`. */
function buildGo(dir: string, project: string, programs: Record<string, string>): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(
    join(project, "go.mod"),
    `module project\n\ngo 1.24\n\nrequire ${GO_MODULE} v1.0.0\n\nreplace ${GO_MODULE} => ${dir}\n`,
  );
  for (const [name, source] of Object.entries(programs)) {
    cpSync(source, join(project, name, "main.go"));
    run(project, "go", ["build", "-o", `${name}.bin`, `./${name}`], offline);
  }
}

export const go: Language = {
  name: "go",
  toolchain: ["go", "version"],
  prepare: staticcheck,
  check(dir) {
    const unformatted = run(dir, "gofmt", ["-l", "."]);
    if (unformatted) throw new Error(`gofmt would change ${unformatted}`);
    run(dir, "go", ["vet", "./..."], offline);
    run(dir, staticcheck(), ["-checks", "all", "./..."], offline);
    run(dir, "go", ["test", "./..."], offline);
  },
  shim(dir) {
    const project = `${dir}-shim`;
    buildGo(dir, project, { shim: join(shims, "shim.go") });
    return { command: join(project, "shim.bin"), args: [] };
  },
  breaks: {
    key: {
      file: "transport.go",
      from: "response, err := t.attempt(ctx, s, p, request, body, attempt)",
      to: "request, body, _ = t.request(p, s)\n\t\tresponse, err := t.attempt(ctx, s, p, request, body, attempt)",
    },
    retry: {
      file: "transport.go",
      from: "if attempt > s.maxRetries",
      to: "if true || attempt > s.maxRetries",
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
    const proof = join(project, "proof.txt");
    writeFileSync(proof, proofIn(unzipped));
    buildGo(unzipped, project, { payout: source("payout"), signup: source("signup"), proof });
    const example = (name: string) => ({ command: join(project, `${name}.bin`), args: [] });
    return { payout: example("payout"), signup: example("signup"), proof: example("proof") };
  },
};

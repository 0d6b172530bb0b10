import { cpSync } from "node:fs";
import { join } from "node:path";
import { pythonPrograms, run } from "../../../../test/support/installed-programs.ts";
import { packageNames } from "../../names.ts";
import { fileIn, type Language, shims } from "./language.ts";

const { pythonPackage = "" } = packageNames("");

const PACKAGES = ["ruff==0.17.6", "mypy==2.4.1", "build==1.6.1", "setuptools==84.2.1", "pyright==1.1.414"];

/** The usual tools of Python and what the client needs, in an environment of their own. */
const pythonTools = () => pythonPrograms([...PACKAGES, "httpcore[asyncio]==1.0.9"]);

export const python: Language = {
  name: "python",
  toolchain: ["python3", "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"],
  prepare: pythonTools,
  check(dir) {
    const bin = pythonTools();
    run(dir, join(bin, "ruff"), ["format", "--check", "."]);
    run(dir, join(bin, "ruff"), ["check", "."]);
    run(dir, join(bin, "mypy"), [], { MYPYPATH: "src" });
    run(dir, join(bin, "mypy"), ["tests", "examples"], { MYPYPATH: "src" });
    run(dir, join(bin, "pyright"), ["--verifytypes", pythonPackage, "--ignoreexternal"], {
      PYTHONPATH: "src",
    });
    run(dir, join(bin, "python"), ["-m", "unittest", "discover", "-s", "tests"], { PYTHONPATH: "src" });
  },
  shim: (dir) => ({
    command: join(pythonTools(), "python"),
    args: [join(shims, "shim.py")],
    env: { PYTHONPATH: join(dir, "src"), PYTHONDONTWRITEBYTECODE: "1" },
  }),
  others: { "python with asyncio": { CLIENT: "async" } },
  breaks: {
    key: {
      file: "src/portable_roth/_transport.py",
      from: "answer = self._http(*request, timeout)",
      to: 'answer = self._http(*request[:2], {**request[2], **({} if call.key == "none" else {"idempotency-key": str(time.time_ns())})}, request[3], timeout)',
    },
    retry: {
      file: "src/portable_roth/_transport.py",
      from: "if attempt > settings.max_retries",
      to: "if True or attempt > settings.max_retries",
    },
  },
  install(dir, project) {
    run(dir, join(pythonTools(), "python"), ["-m", "build", "--no-isolation", "--outdir", project]);
    run(project, "tar", ["-tzf", fileIn(project, ".tar.gz")]);
    run(project, "python3", ["-m", "venv", "env"]);
    const bin = join(project, "env", "bin");
    run(project, join(bin, "pip"), ["install", "--quiet", fileIn(project, ".whl")]);
    cpSync(join(dir, "examples"), project, { recursive: true });
    run(project, join(pythonTools(), "mypy"), [
      "--strict",
      "--python-executable",
      join(bin, "python"),
      "payout.py",
      "signup.py",
    ]);
    const example = (name: string) => ({ command: join(bin, "python"), args: [`${name}.py`], cwd: project });
    return { payout: example("payout"), signup: example("signup") };
  },
};

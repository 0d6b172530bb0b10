import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
export const readRunbook = (): string => readFileSync(join(root, "infra/RUNBOOK.md"), "utf8");

/** For the local cloud: a deployment ends a bad release, and time is virtual. CLI 1 needs an address. */
const preludeOf = (definitions: string, url: string, aheadSeconds: number, state: string): string => `
${definitions.replace("STAGE=prod", "STAGE=local")}
aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }
git() { :; }
npm() {
  case "$*" in
    ci) ;;
    "run check"*) ;;
    "run deploy"*)
      curl -sS -X PUT -H 'content-type: application/json' -d '{}' ${url}/_local/release > /dev/null
      echo "Deployed." ;;
    *) command npm -s "$@" ;;
  esac
}
date() {
  local args=() past='' utc='' word
  while [ $# -gt 0 ]; do case "$1" in -u) utc=-u ;; -d) shift; past="$1" ;; *) args+=("$1") ;; esac; shift; done
  command date $utc -d "\${past:-now} ${aheadSeconds} seconds" "\${args[@]}"
}
touch ${state}; source ${state}
`;

/** A shell in which the runbook's commands act on a local cloud. Variables stay from line to line. */
export class RunbookShell {
  readonly #url: string;
  readonly #state: string;
  readonly #definitions: string;

  constructor(url: string, folder: string) {
    this.#url = url;
    this.#state = join(folder, "variables.sh");
    writeFileSync(this.#state, "");
    const [, definitions = ""] = /## Before you start.*?```sh\n(.*?)```/s.exec(readRunbook()) ?? [];
    this.#definitions = definitions;
  }

  /** It waits without blocking: idle connections of this process would be closed unseen. */
  run(line: string, now: number): Promise<{ code: number; output: string }> {
    const ahead = Math.round((now - Date.now()) / 1_000);
    const names = [...line.matchAll(/(?:^|;|&&)\s*(\w+)=/g)].map(([, name]) => name);
    const kept = names.map((name) => `declare -p ${name} >> ${this.#state}`).join("\n");
    const script = `${preludeOf(this.#definitions, this.#url, ahead, this.#state)}\n${line}\ncode=$?\n${kept}\nexit $code`;
    const env = {
      ...process.env,
      ...{
        AWS_ENDPOINT_URL: `${this.#url}/_local/aws`,
        AWS_REGION: "us-east-1",
        AWS_DEFAULT_REGION: "us-east-1",
      },
      ...{ AWS_ACCESS_KEY_ID: "operator", AWS_SECRET_ACCESS_KEY: "local", AWS_PAGER: "", NODE_OPTIONS: "" },
    };
    return new Promise((resolve) =>
      execFile("bash", ["-c", script], { cwd: root, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
      ),
    );
  }
}

/** The calls and options of a line that the runbook does not have, such as `aws sqs delete-message`. */
export function unknownTo(runbook: string, line: string): string[] {
  const calls =
    line.match(/\baws [a-z0-9]+ [a-z-]+|\bops -- [a-z]+ [a-z-]+|\brestore:table\b|--[a-z][a-z-]+/g) ?? [];
  return calls.filter((call) => !runbook.includes(call));
}

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { NewOperation } from "./operation-templates.ts";
import { optionsOf, word } from "../local/base/options.ts";
import { exitCodes, misused, runTool } from "../local/base/stop.ts";

const HELP = `Usage: npm run new -- operation NAME --method METHOD --path PATH [--tag TAG]

Writes the record, the entry point and the list entry of a new operation. Every place that you must complete is
marked FINISH, and \`npm test\` fails until no mark is left.

  npm run new -- operation delete-bank-account --method DELETE \\
    --path '/v1/drivers/{id}/bank-accounts/{bank_account_id}'

  --help  print this
`;

const root = join(import.meta.dirname, "..", "..");

await runTool(async (args) => {
  const options = { method: word, path: word, tag: word };
  const { values, positionals } = optionsOf({ args, allowPositionals: true, options }, HELP);
  const [kind, name = "", ...more] = positionals;
  if (kind !== "operation" || more.length > 0)
    throw misused(`The command creates operations only. Write "operation" before NAME.\n\n${HELP}`);
  await make({ ...values, name });
  return exitCodes.DONE;
});

async function make(values: Partial<Record<keyof NewOperation, string>>): Promise<void> {
  progress("Reading the records of all operations...");
  const { nextSteps, planOperation, readOptions } = await import("./new-operation.ts");
  const options = readOptions(values);
  const changes = planOperation(root, options);
  for (const { path, text } of changes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = changes.map(({ path }) => path);
  progress(`Formatting ${paths.length} files...`);
  // Sorts the new imports and formats the new lines.
  const biome = join(root, "node_modules", ".bin", "biome");
  execFileSync(biome, ["check", "--write", "--linter-enabled=false", ...paths], { cwd: root, stdio: "pipe" });
  process.stdout.write(`Wrote ${options.name}:

${paths.map((path) => `  ${path}`).join("\n")}

Next:
${nextSteps.map((step, i) => `  ${i + 1}. ${step}`).join("\n")}
The route, role, validation, documents and error pages follow from the record.
`);
}

/** On a busy machine, each step takes seconds. */
function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CopiedProject } from "../support/cloud/copied-project.ts";
import { printTable, progress } from "./print-table.ts";
import { median } from "./statistics.ts";

const ROUNDS = 5;
const EDITED = "functions/agent/get-product-info.ts";
/** Part of every function. */
const SHARED = "shared/contract/errors.ts";

/**
 * What an engineer waits for: a start, and the answer of an edited function. The goals are for two idle
 * cores, so a busy machine may miss them and the run still passes.
 */
export async function reportLoop(): Promise<void> {
  // The local clouds end with this process, however it ends.
  process.env.END_WITH_PROCESS = String(process.pid);
  const project = new CopiedProject();
  process.once("exit", () => rmSync(project.dir, { recursive: true, force: true }));
  try {
    progress("The loop: starts");
    const first = await started(project);
    const later: number[] = [];
    for (let i = 0; i < ROUNDS; i++) later.push(await started(project));
    progress("The loop: edits");
    await project.start("--watch");
    const edits: number[] = [];
    for (let i = 0; i < ROUNDS; i++) edits.push(await edited(project, `Edited ${i}`));
    const shared: number[] = [];
    for (let i = 0; i < ROUNDS; i++) shared.push(await edited(project, `Shared ${i}`, true));
    printTable(
      `The loop, in ms (median of ${ROUNDS})`,
      ["", "ms", "goal"],
      [
        ["first start, until it is ready", first, 4_000],
        ["later start of the same sources", median(later), 1_500],
        ["edit of a handler, until its answer is the new one", median(edits), 1_000],
        ["the same, after an edit of a file of every function", median(shared), 1_000],
      ],
    );
  } finally {
    await project.remove();
  }
}

async function started(project: CopiedProject): Promise<number> {
  const start = performance.now();
  await project.start();
  const ms = performance.now() - start;
  await project.stop();
  return ms;
}

/** Saves a handler with another answer, and asks until it is there. */
async function edited(project: CopiedProject, type: string, isShared = false): Promise<number> {
  const answer = async () => String((await project.call("/api/agent/product")).json.type);
  const before = await answer();
  const start = performance.now();
  if (isShared) appendFileSync(join(project.dir, SHARED), "\n");
  project.edit(EDITED, `"${before}"`, `"${type}"`);
  while ((await answer()) !== type);
  return performance.now() - start;
}

import { Problem } from "../contract/errors.ts";
import { targetProblem } from "./target.ts";

/** Only the local cloud sets this variable, for receivers on the same machine. */
const here = { localTargets: process.env.LOCAL_TARGETS === "allow" };

/** A 400 for a URL that we cannot or must not post to now. Each attempt checks again. */
export async function requireTarget(url: string): Promise<void> {
  const problem = await targetProblem(url, here);
  if (problem) throw new Problem(problem.code, problem.message, "url");
}

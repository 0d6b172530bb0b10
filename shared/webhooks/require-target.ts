import { Problem } from "../contract/errors.ts";
import { type TargetRules, targetProblem } from "./target.ts";

/** Nothing deployed has this variable: the local cloud sets it, for receivers on the machine that it runs on. */
const here: TargetRules = { localTargets: process.env.LOCAL_TARGETS === "allow" };

/** 400 for a URL that nothing could or may be posted to just now. Every attempt checks again. */
export async function requireTarget(url: string, rules: TargetRules = here): Promise<void> {
  const refusal = await targetProblem(url, rules);
  if (refusal) throw new Problem(refusal.code, refusal.message, "url");
}

import { eraseFunction } from "../../shared/contract/operators/commands.ts";
import { eraseSignupRun } from "../../shared/operators/erasures.ts";
import { serveOperators } from "../../shared/operators/serve-operators.ts";

/** Erases what is stored about persons. */
export const handler = serveOperators(eraseFunction, { "erase-signup": eraseSignupRun });

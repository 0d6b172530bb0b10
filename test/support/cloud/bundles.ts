import { prepared } from "../process/prepared.ts";

/** The synthesised stack with the bundle of each function. */
export { assemblyDir } from "../process/artifacts.ts";

await prepared("bundles");

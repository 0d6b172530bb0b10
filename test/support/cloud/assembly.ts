import { prepared } from "../process/prepared.ts";

/** The synthesised stack. A module that imports this waits until the template has the present sources. */
export { assemblyDir } from "../process/artifacts.ts";

await prepared("template");

import { prepared } from "../process/prepared.ts";

/** The npm package, which a run packs once. A module that imports this waits until it is there. */
export { packedDir } from "../process/artifacts.ts";

await prepared("package");

import { startEngine } from "../support/cloud/engine.ts";

/** The suite's engine. The store reads the environment while it loads, so it loads after it. */
export const engine = await startEngine();
export const store = await import("./rooms.ts");

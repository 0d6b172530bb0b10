import { runCloud } from "../../../run-cloud.ts";
import { Imported } from "./imported.ts";

/** As `start.ts`, with all functions in this process, from the module HANDLERS. */
await runCloud({ invoker: (options) => Imported.from(String(process.env.HANDLERS), options) });

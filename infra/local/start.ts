import { runCloud } from "./run-cloud.ts";

await runCloud();

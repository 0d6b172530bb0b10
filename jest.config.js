import { randomInt } from "node:crypto";
import { join } from "node:path";

// `START_AT=2027-01-01T00:00Z` runs the tests at another time, to find those that depend on the date.
if (process.env.START_AT) process.env.CLOCK_AHEAD_MS = String(Date.parse(process.env.START_AT) - Date.now());

/** Names this run in all its workers. Process ids repeat, so it has the time. */
process.env.TEST_RUN ??= `${process.pid}-${Date.now()}`;

/** A worker loads hundreds of modules, and the runner often starts another one. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "test-artifacts", "compile-cache");

/** Each local cloud draws its functions' random numbers, such as pauses before another attempt, from this. */
if (!process.env.CLOUD_SEED) {
  process.env.CLOUD_SEED = String(randomInt(2 ** 31));
  process.stderr.write(
    `The local clouds have the seed ${process.env.CLOUD_SEED}. CLOUD_SEED=N replays it.\n`,
  );
}

const support = "<rootDir>/test/support";

/** Node itself loads the suites and what they import. */
export default {
  runtime: `${support}/runner/plain-runtime.ts`,
  testEnvironment: `${support}/runner/plain-environment.ts`,
  transform: {},
  injectGlobals: false,
  roots: [
    ...["<rootDir>/test", "<rootDir>/infra/clients/test", "<rootDir>/infra/local/test"],
    ...["client", "dashboard", "site"].map((room) => `<rootDir>/shared/${room}/test`),
  ],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  setupFiles: [`${support}/runner/browser-text.ts`, `${support}/cloud/quiet.ts`, `${support}/cloud/seed.ts`],
  reporters: [`${support}/cost/cost-reporter.ts`, "default"],
  // Only a test that hangs reaches it. On a busy machine, a first import of the CDK takes 90 s.
  testTimeout: 240_000,
  // Starting functions takes most of a worker's time, so a third worker would slow the other two down.
  maxWorkers: 2,
  // Modules of finished suites stay in memory.
  workerIdleMemoryLimit: "300MB",
};

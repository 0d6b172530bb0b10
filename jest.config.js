import { randomInt } from "node:crypto";
import { browserText } from "./infra/stack/browser-text.ts";

const swc = {
  jsc: {
    target: "es2024",
    parser: { syntax: "typescript", tsx: true },
    transform: { react: { runtime: "automatic", importSource: "preact" } },
  },
  module: { type: "es6" },
};

// `START_AT=2027-01-01T00:00Z` runs the tests at another time, to find those that depend on the date.
if (process.env.START_AT) process.env.CLOCK_AHEAD_MS = String(Date.parse(process.env.START_AT) - Date.now());

/** Names this run in all its workers. Process ids repeat, so it has the time. */
process.env.TEST_RUN ??= `${process.pid}-${Date.now()}`;

/** Each local cloud draws its functions' random numbers, such as pauses before another attempt, from this. */
if (!process.env.CLOUD_SEED) {
  process.env.CLOUD_SEED = String(randomInt(2 ** 31));
  process.stderr.write(
    `The local clouds have the seed ${process.env.CLOUD_SEED}. CLOUD_SEED=N replays it.\n`,
  );
}

const support = "<rootDir>/test/support/cloud";

/** Tests run as ES modules: middy 7 has no CommonJS build, and the bundles for Lambda are ES modules too. */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test", "<rootDir>/infra/local/test", "<rootDir>/shared/client/test"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: { "^.+\\.tsx?$": ["@swc/jest", swc] },
  globals: browserText,
  setupFiles: [`${support}/quiet.ts`, `${support}/seed.ts`, `${support}/clock-ahead.ts`],
  // Only a test that hangs reaches it. On a busy machine, a first import of the CDK takes 90 s.
  testTimeout: 240_000,
  // Starting functions takes most of a worker's time, so a third worker would slow the other two down.
  maxWorkers: 2,
  // Modules of finished suites stay in memory, most of them outside the counted heap. A worker of two
  // gigabytes needs a minute for a suite of a second.
  workerIdleMemoryLimit: "300MB",
};

import { browserText } from "./infra/stack/browser-text.ts";

const swc = {
  jsc: {
    target: "es2024",
    parser: { syntax: "typescript", tsx: true },
    transform: { react: { runtime: "automatic", importSource: "preact" } },
  },
  module: { type: "es6" },
};

/** ES modules as they are: middy 7 has no CommonJS build, and neither does Lambda get one from us. */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test", "<rootDir>/infra/local/test", "<rootDir>/shared/client/test"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: { "^.+\\.tsx?$": ["@swc/jest", swc] },
  globals: browserText,
  setupFiles: ["<rootDir>/test/support/cloud/quiet.ts"],
  testTimeout: 90_000,
  // Each starts the functions that its suites call, which takes longer than the calls: a third would only be in the way of two.
  maxWorkers: 2,
};

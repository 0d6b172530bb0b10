import type * as jestGlobals from "@jest/globals";

export type Globals = typeof jestGlobals;

/** What suites import as `@jest/globals`. The bindings change with each suite of a process. */
export let afterAll: Globals["afterAll"];
export let afterEach: Globals["afterEach"];
export let beforeAll: Globals["beforeAll"];
export let beforeEach: Globals["beforeEach"];
export let describe: Globals["describe"];
export let expect: Globals["expect"];
export let it: Globals["it"];
export let jest: Globals["jest"];
export let test: Globals["test"];

export function useGlobals(globals: Globals): void {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}

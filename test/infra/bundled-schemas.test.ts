import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { apiOf } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { assemblyDir } from "../support/cloud/bundles.ts";

/** The schemas of requests that a function has in its bundle. It would make each of them at every start. */
const requestsIn = (name: string): string[] => {
  const map = readFileSync(join(assemblyDir, "source-maps", name, "index.mjs.map"), "utf8");
  return (
    (JSON.parse(map).sources as string[])
      .map((source) => source.replace(/^.*\/shared\/domain\//, ""))
      .filter((source) => /^\w+\/.*-(request|patch)\.ts$|^postal-address\.ts$/.test(source))
      // The record of a request that failed.
      .filter((source) => source !== "account/failed-request.ts")
  );
};

const bodyless = operations
  .filter((op) => apiOf(op) === "platform" && !op.body)
  .map(({ name }) => name)
  // It answers with the documentation of every request.
  .filter((name) => name !== "get-platform-openapi");

test.each(bodyless)("%s takes no body, so it has no schema of one", (name) => {
  expect(requestsIn(name)).toEqual([]);
});

test("create-payout has the schema of its request", () => {
  expect(requestsIn("create-payout")).toEqual(["payout/payout-request.ts"]);
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { endClouds } from "../support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "../support/fixture.ts";
import { type LocalCloud, startLocalCloud } from "../support/local-cloud.ts";

const ODD = `export const handler = ({ act }) => {
  if (act === "text") throw "a text";
  if (act === "object") throw { code: 1 };
  if (act === "nothing") throw undefined;
  if (act === "odd error") throw Object.assign(new Error("odd"), { name: 5, stack: 7 });
  if (act === "exit") process.exit(3);
  return act === "function" ? () => {} : "done";
};`;

const UNLOADABLE = 'throw new Error("at import"); export const handler = () => {};';

const NEVER = "await new Promise(() => {}); export const handler = () => {};";

const CALLING_BACK = "export const handler = (event, context, callback) => callback(null, event);";

let cloud: LocalCloud;
beforeAll(async () => {
  // Without --quiet, so that each invocation becomes a line.
  const assembly = fixtureAssembly(({ add }) => {
    add("Odd", ODD);
    add("Unloadable", UNLOADABLE);
    add("Never", NEVER);
    add("Calling-back", CALLING_BACK);
    add("Nameless", "export const other = () => {};");
  });
  cloud = await startLocalCloud({ assembly, args: [] });
});
afterAll(async () => {
  await endClouds();
  removeFixtures();
});

describe("the local cloud continues", () => {
  test.each([
    ["text", { errorType: "Error", errorMessage: "a text" }],
    ["object", { errorType: "Error", errorMessage: "[object Object]" }],
    ["nothing", { errorType: "Error", errorMessage: "undefined" }],
    ["odd error", { errorType: "5", errorMessage: "odd" }],
    ["function", null],
  ])("when a handler throws or returns this: %s", async (act, expected) => {
    const reply = await cloud.invoke("odd", { act });
    if (expected) expect(reply).toMatchObject({ ok: false, ...expected });
    else expect(reply).toBeNull();
    expect(await cloud.invoke("odd", {})).toBe("done");
  });

  test("after a handler that ends its process, whose call fails at once", async () => {
    expect(await cloud.invoke("odd", { act: "exit" })).toEqual({
      ok: false,
      errorType: "Runtime.ExitError",
      errorMessage: "The environment ended with exit code 3",
    });
    expect(await cloud.invoke("odd", {})).toBe("done");
  });

  test.each([
    { Records: null },
    { Records: 5 },
    { Records: [null] },
    { source: "constructor" },
    { source: { toString: 1 } },
  ])("after an invocation with %j", async (event) => {
    expect(await cloud.invoke("odd", event)).toBe("done");
    expect(await cloud.invoke("odd", {})).toBe("done");
  });
});

test.each([
  ["calling-back", "handler takes a callback. On Node 24, Lambda has none: return a promise."],
  ["nameless", "index.mjs exports no function handler."],
])("a call of %s fails with the reason", async (name, reason) => {
  expect(await cloud.invoke(name, {})).toMatchObject({
    ok: false,
    errorMessage: expect.stringContaining(reason),
  });
});

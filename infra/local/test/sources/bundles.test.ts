import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Bundles } from "../../sources/bundles.ts";
import { root } from "../../sources/stamp.ts";
import { artifactsDir } from "../support/artifacts.ts";

let dir = "";
let source = "";
/** What was bundled, in order. */
let orders: string[][] = [];
let mistake: string | undefined;
/** Happens once, while a bundle is made. */
let meanwhile = () => {};
let shown: string[] = [];

beforeEach(() => {
  mkdirSync(artifactsDir, { recursive: true });
  dir = mkdtempSync(join(artifactsDir, "bundles-"));
  source = join(dir, "source.ts");
  save("1");
  [orders, mistake, shown] = [[], undefined, []];
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Saves the source, some time ago: a file that was saved during its bundling counts as changed. */
function save(text: string): void {
  writeFileSync(source, text);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
}

/** A bundler that takes a moment, and notes its orders. */
async function bundle(names: readonly string[], assembly: string): Promise<Record<string, string[]>> {
  orders.push([...names]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const act = meanwhile;
  meanwhile = () => {};
  act();
  if (mistake) throw new Error(mistake);
  for (const name of names) {
    mkdirSync(join(assembly, "functions", name), { recursive: true });
    writeFileSync(join(assembly, "functions", name, "index.mjs"), "");
  }
  return Object.fromEntries(names.map((name) => [name, [relative(root, source)]]));
}

const bundlesOf = (editing = false) =>
  new Bundles({
    ...{ assemblyDir: dir, bundler: { bundle }, editing },
    during: (_, work) => work,
    warn: (message) => shown.push(message),
  });

describe("the bundle of a function", () => {
  test("two concurrent first calls wait for one bundling", async () => {
    const bundles = bundlesOf();
    const entries = await Promise.all([bundles.ready("pay"), bundles.ready("pay")]);
    expect(entries).toEqual(Array(2).fill(join(dir, "functions", "pay", "index.mjs")));
    expect(orders).toEqual([["pay"]]);
  });

  test("the next start uses it, and bundles anew when a source has changed", async () => {
    await bundlesOf().ready("pay");
    await bundlesOf().ready("pay");
    expect(orders).toEqual([["pay"]]);
    save("2");
    await bundlesOf().ready("pay");
    expect(orders).toEqual([["pay"], ["pay"]]);
  });

  test("a mistake fails the call and is shown, and the next call bundles again", async () => {
    const bundles = bundlesOf();
    mistake = "pay.ts:1:1: ERROR";
    await expect(bundles.ready("pay")).rejects.toThrow(mistake);
    expect(shown).toEqual([mistake]);
    mistake = undefined;
    await bundles.ready("pay");
    expect(orders).toHaveLength(2);
  });

  test("while sources are edited, a mistake leaves the last good bundle", async () => {
    await bundlesOf().ready("pay");
    save("2");
    mistake = "pay.ts:1:1: ERROR";
    await bundlesOf(true).ready("pay");
    expect(shown).toEqual([mistake]);
  });

  test.each([
    [true, [["pay"], ["pay"]]],
    [false, [["pay"]]],
  ])(
    "after a save during its first bundling, it is bundled again only if edits are followed: %s",
    async (editing, expected) => {
      const bundles = bundlesOf(editing);
      meanwhile = () => save("2");
      await bundles.ready("pay");
      expect(orders).toEqual(expected);
    },
  );

  test("a mistake in one function does not stop the reload of another, and is shown once", async () => {
    const bundles = bundlesOf(true);
    await Promise.all([bundles.ready("pay"), bundles.ready("refund")]);
    const file = relative(root, source);
    save("2");
    mistake = "ERROR";
    expect(await bundles.follow([file])).toEqual([]);
    expect(shown).toEqual(["ERROR"]);
    mistake = undefined;
    save("3");
    expect(await bundles.follow([file])).toEqual(["pay", "refund"]);
    expect(await bundles.follow([file])).toEqual([]);
  });

  test("the calls of a changed function are held until the reload of its last change has ended", async () => {
    const bundles = bundlesOf(true);
    await bundles.ready("pay");
    bundles.hold(relative(root, source));
    const held = bundles.held("pay");
    expect(held).toBeInstanceOf(Promise);
    expect(bundles.held("refund")).toBeUndefined();
    bundles.release(new Set([relative(root, source)]));
    expect(bundles.held("pay")).toBe(held);
    bundles.release(new Set(["functions/other.ts"]));
    await held;
    expect(bundles.held("pay")).toBeUndefined();
  });
});

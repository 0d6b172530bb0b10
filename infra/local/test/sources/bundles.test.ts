import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { root } from "../../base/root.ts";
import { Bundles } from "../../sources/bundles.ts";
import { CodeMistakes } from "../../sources/mistakes.ts";
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
  orders = [];
  mistake = undefined;
  shown = [];
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

const bundlesOf = () =>
  new Bundles({
    assemblyDir: dir,
    bundler: { bundle },
    during: (_, work) => work,
    mistakes: new CodeMistakes((text) => shown.push(text)),
  });

test("a bundle made beforehand, one after the other, serves the first call", async () => {
  const bundles = bundlesOf();
  const beforehand = bundles.makeBeforehand(["pay", "sign", "none"]);
  const entry = await bundles.ready("sign");
  mistake = "no such function";
  await beforehand;
  expect(entry).toBe(join(dir, "functions", "sign", "index.mjs"));
  expect(orders.map(([name]) => name).toSorted()).toEqual(["none", "pay", "sign"]);
});

test("two concurrent first calls wait for one bundling", async () => {
  const bundles = bundlesOf();
  const entries = await Promise.all([bundles.ready("pay"), bundles.ready("pay")]);
  expect(entries).toEqual(Array(2).fill(join(dir, "functions", "pay", "index.mjs")));
  expect(orders).toEqual([["pay"]]);
});

test("the next start uses the bundle, and bundles anew when a source has changed", async () => {
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

test("after an edit, the functions that ran and consist of the file are bundled anew, the last one first", async () => {
  const bundles = bundlesOf();
  for (const name of ["pay", "refund", "pay"]) await bundles.ready(name);
  expect(bundles.edited([relative(root, source), "functions/other.ts"])).toEqual([]);
  save("2");
  expect(bundles.edited([relative(root, source)])).toEqual(["pay", "refund"]);
  await bundles.ready("refund");
  expect(orders).toEqual([["pay"], ["refund"], ["refund"]]);
  expect(bundles.edited(["functions/other.ts"])).toEqual([]);
});

test("a save during a bundling makes its result former code, and the next call bundles again", async () => {
  const bundles = bundlesOf();
  let affected: string[] = [];
  meanwhile = () => {
    save("2");
    affected = bundles.edited([relative(root, source)]);
  };
  await bundles.ready("pay");
  expect(affected).toEqual(["pay"]);
  await bundles.ready("pay");
  expect(orders).toEqual([["pay"], ["pay"]]);
});

test("after an edit with a mistake, no call gets the former bundle, and the mistake is shown once", async () => {
  const bundles = bundlesOf();
  await bundles.ready("pay");
  save("2");
  bundles.edited([relative(root, source)]);
  mistake = "pay.ts:1:1: ERROR";
  for (let call = 0; call < 2; call++) await expect(bundles.ready("pay")).rejects.toThrow(mistake);
  expect(shown).toEqual([mistake]);
});

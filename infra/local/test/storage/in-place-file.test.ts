import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { InPlaceFile } from "../../storage/in-place-file.ts";

let dir: string;
let file: InPlaceFile;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "in-place-"));
  file = new InPlaceFile(join(dir, "text"), 10);
});
afterEach(() => {
  file.close();
  rmSync(dir, { recursive: true });
});

test("a shorter text replaces the longer one before it, and the file keeps its width", () => {
  file.write("longer");
  file.write("short");
  expect(file.read()).toBe("short");
  expect(readFileSync(file.path, "utf8")).toBe("short     ");
});

test("a file that was deleted is made again by the next write", () => {
  file.write("first");
  rmSync(file.path);
  expect(file.read()).toBeUndefined();
  file.write("second");
  expect(file.read()).toBe("second");
});

test("a closed file can be written again", () => {
  file.write("first");
  file.close();
  file.write("second");
  expect(file.read()).toBe("second");
});

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { sourceOf } from "../../infra/stack/bundle.ts";
import { operations, pages, timers } from "../../shared/contract/service.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";

const root = join(import.meta.dirname, "..", "..");

const sources = ["functions", "shared", "infra"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

/** Where each room may import from, besides itself. */
const allowed: Record<string, string[]> = {
  "shared/domain": [],
  "shared/contract": ["shared/domain"],
  "shared/crypto": ["shared/domain"],
  "shared/store/keys": ["shared/domain"],
  "shared/store": ["shared/domain", "shared/store/keys"],
  "shared/http": ["shared/contract", "shared/crypto", "shared/domain", "shared/store"],
  "shared/queues": ["shared/domain", "shared/store"],
  "shared/webhooks": [
    ...["shared/contract", "shared/crypto", "shared/domain", "shared/http", "shared/queues", "shared/store"],
  ],
  "shared/mail": ["shared/crypto", "shared/domain", "shared/http", "shared/store"],
  "shared/tax-forms": ["shared/crypto", "shared/domain", "shared/http", "shared/store"],
  "shared/pages": ["shared/client", "shared/contract", "shared/domain", "shared/http"],
  "shared/client": ["shared/domain"],
  functions: ["shared"],
  "infra/local": [],
  "infra/stack": ["shared/contract", "shared/domain", "shared/store/keys"],
  "infra/tools": ["infra/stack", "shared/client", "shared/contract", "shared/domain"],
};

/** The longest match: a room may lie within another. */
const roomOf = (file: string) =>
  Object.keys(allowed)
    .filter((room) => file.startsWith(`${room}/`))
    .reduce((longest, room) => (room.length > longest.length ? room : longest), "");

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );

describe("imports", () => {
  test.each(sources)("of %s point one way", (file) => {
    const room = roomOf(file);
    const foreign = importsOf(file)
      .filter((name) => name.startsWith("."))
      .map((name) => relative(root, join(root, dirname(file), name)))
      .filter((target) => roomOf(target) !== room)
      .filter((target) => !allowed[room]?.some((ok) => target.startsWith(`${ok}/`)));
    expect(foreign).toEqual([]);
  });

  test.each(sources.filter((file) => file.startsWith("shared/domain")))(
    "of %s bring nothing but zod",
    (file) => {
      expect(importsOf(file).filter((name) => !name.startsWith(".") && name !== "zod/mini")).toEqual([]);
    },
  );

  test.each(sources.filter((file) => file.startsWith("shared/contract")))(
    "of %s bring nothing of AWS",
    (file) => {
      expect(importsOf(file).filter((name) => /aws|middy/.test(name))).toEqual([]);
    },
  );
});

test.each([...operations, ...pages, ...timers].map(({ name }) => name))(
  "%s has a file of its name",
  (name) => {
    expect(sourceOf(name)).toMatch(new RegExp(`/${name}\\.tsx?$`));
  },
);

test("no two records share a name, or a method and path", () => {
  const names = [...operations, ...pages, ...timers].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const routes = operations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(routes).size).toBe(routes.length);
});

test("the catalogue names everything that may write an event, but for the ping, which is in no catalogue", () => {
  const emitters = new Set<string>(Object.values(catalogue).flatMap(({ emitted_by }) => [...emitted_by]));
  const writers = [...operations, ...timers].filter(({ access }) => access.event?.includes("put"));
  const unnamed = writers.map(({ name }) => name).filter((name) => !emitters.has(name));
  expect(unnamed).toEqual(["ping-webhook"]);
});

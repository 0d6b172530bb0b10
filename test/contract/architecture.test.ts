import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { entryPoints, roomOf, sourceOf } from "../../shared/contract/entry-points.ts";
import { operationId } from "../../shared/contract/operation.ts";
import { operations, timers } from "../../shared/contract/service.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";

const root = join(import.meta.dirname, "..", "..");

const filesIn = (folder: string) =>
  // Other suites write programs into their artefacts meanwhile, and remove them.
  globSync("**/*.{ts,tsx}", { cwd: join(root, folder), exclude: ["**/test-artifacts"] }).map((file) =>
    join(folder, file),
  );

const sources = ["functions", "shared", "infra"].flatMap(filesIn);

/** Where each room may import from, besides itself. */
const allowed: Record<string, string[]> = {
  "shared/domain": [],
  "shared/contract": ["shared/domain"],
  "shared/canary": [],
  "shared/crypto": ["shared/domain"],
  "shared/store/keys": ["shared/domain"],
  "shared/store": ["shared/domain", "shared/store/keys"],
  "shared/http": ["shared/contract", "shared/crypto", "shared/domain", "shared/store"],
  "shared/queues": ["shared/domain", "shared/store"],
  "shared/webhooks": [
    "shared/contract",
    "shared/crypto",
    "shared/domain",
    "shared/http",
    "shared/queues",
    "shared/store",
  ],
  "shared/operators": [
    "shared/contract",
    "shared/crypto",
    "shared/domain",
    "shared/http",
    "shared/queues",
    "shared/store",
  ],
  "shared/words": ["shared/domain"],
  "shared/mail": ["shared/crypto", "shared/domain", "shared/http", "shared/store", "shared/words"],
  "shared/tax-forms": ["shared/crypto", "shared/domain", "shared/http", "shared/store"],
  "shared/rail": ["shared/crypto", "shared/domain", "shared/http", "shared/store"],
  "shared/walks": ["shared/crypto", "shared/domain", "shared/http", "shared/store", "shared/tax-forms"],
  "shared/pages": ["shared/client", "shared/contract", "shared/domain", "shared/http", "shared/words"],
  "shared/site": [
    "shared/client",
    "shared/contract",
    "shared/domain",
    "shared/http",
    "shared/pages",
    "shared/words",
  ],
  "shared/dashboard": [
    "shared/client",
    "shared/contract",
    "shared/crypto",
    "shared/domain",
    "shared/http",
    "shared/pages",
    "shared/store",
    "shared/tax-forms",
    "shared/webhooks",
    "shared/words",
  ],
  "shared/client": ["shared/domain"],
  "shared/dashboard/test": ["shared", "test"],
  "shared/site/test": ["shared", "test"],
  functions: ["shared"],
  "infra/local": [],
  // The gateway's reading of a request, and the clock.
  "infra/clients/fake": [
    "infra/local",
    "infra/stack",
    "shared/contract",
    "shared/crypto",
    "shared/domain",
    "shared/queues",
    "shared/store/keys",
  ],
  "infra/clients": ["infra/local/base", "shared/contract", "shared/domain"],
  "infra/clients/test": ["infra/clients", "infra/local", "shared", "test"],
  "infra/stack": ["shared/contract", "shared/domain", "shared/store/keys"],
  // Not the stack: its packages take most of a command's time to load.
  "infra/operations": [
    "infra/clients/typescript",
    "infra/local/base",
    "infra/local/source-maps",
    "shared/canary",
    "shared/contract",
    "shared/domain",
    "shared/store/keys",
  ],
  "infra/dev": [
    "infra/clients/typescript",
    "infra/local/base",
    "shared/client",
    "shared/contract",
    "shared/domain",
    "shared/store/keys",
    "shared/words",
  ],
};

/** The longest match: a room may lie within another. */
const roomNamed = (file: string) =>
  Object.keys(allowed)
    .filter((room) => file.startsWith(`${room}/`))
    .reduce((longest, room) => (room.length > longest.length ? room : longest), "");

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );

const filesImportedBy = (file: string) =>
  importsOf(file)
    .filter((name) => name.startsWith("."))
    .map((name) => join(dirname(file), name));

test.each(sources)("the imports of %s point one way", (file) => {
  const room = roomNamed(file);
  const foreign = filesImportedBy(file)
    .filter((target) => roomNamed(target) !== room)
    .filter((target) => !allowed[room]?.some((ok) => target.startsWith(`${ok}/`)));
  expect(foreign).toEqual([]);
});

test.each(sources.filter((file) => file.startsWith("shared/domain")))(
  "%s imports no package but zod",
  (file) => {
    expect(importsOf(file).filter((name) => !name.startsWith(".") && name !== "zod/mini")).toEqual([]);
  },
);

test.each(sources.filter((file) => file.startsWith("shared/contract")))("%s imports no AWS package", (file) =>
  expect(importsOf(file).filter((name) => /aws|middy/.test(name))).toEqual([]),
);

/** The floors of the local cloud, from the ground up. A folder imports from lower floors only. */
const floors = [
  ["base"],
  ["source-maps", "storage"],
  ["activity", "time"],
  ["platform", "sources"],
  ["alarms", "dynamodb", "event-sources", "gateway", "lambda", "s3", "secrets", "ses", "sqs", "timers"],
  ["bank", "console"],
  ["control"],
  ["wiring"],
  ["."],
];
const local = "infra/local/";
const folderIn = (file: string) => dirname(file.slice(local.length)).split("/")[0] ?? "";
const floorOf = (file: string) => floors.findIndex((folders) => folders.includes(folderIn(file)));

test.each(sources.filter((file) => file.startsWith(local) && !file.startsWith(`${local}test/`)))(
  "%s imports from its own folder and from lower floors only",
  (file) => {
    expect(floorOf(file)).toBeGreaterThanOrEqual(0);
    const others = filesImportedBy(file).filter((target) => folderIn(target) !== folderIn(file));
    expect(others.filter((target) => floorOf(target) >= floorOf(file))).toEqual([]);
  },
);

/** Lists each cycle as a path of files. Type imports count, since a misplaced type causes most cycles. */
function cyclesAmong(files: readonly string[]): string[] {
  const imports = new Map(files.map((file) => [file, filesImportedBy(file)]));
  const visited = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (visited.has(file)) return;
    visited.add(file);
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of files) visit(file, []);
  return cycles;
}

test("imports form no cycle, type imports included", () => {
  expect(cyclesAmong([...sources, ...filesIn("test")])).toEqual([]);
});

test("functions/ holds an entry point for each record, in the record's room, and nothing else", () => {
  const files = sources.filter((file) => file.startsWith("functions/"));
  expect(files.sort()).toEqual(entryPoints.map(sourceOf).sort());
});

test.each(operations.map((operation) => [operation.name, operation] as const))(
  "%s has its record in the room of its entry point",
  (name, operation) => expect(sources).toContain(`shared/contract/${roomOf(operation)}/${name}.ts`),
);

test("an exported name means one thing in the whole product", () => {
  const exported = sources
    .filter((file) => !file.includes("/test/") && !file.startsWith("functions/"))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8").matchAll(
          /^export (?:abstract |async )?(?:const|function\*?|class|type) (\w+)/gm,
        ),
      ].map(([, name = ""]) => ({ name, file })),
    );
  // A schema and its type share a name, and a file.
  const files = Map.groupBy(exported, ({ name }) => name);
  const twice = [...files].filter(([, places]) => new Set(places.map(({ file }) => file)).size > 1);
  expect(twice.map(([name, places]) => [name, ...places.map(({ file }) => file)])).toEqual([]);
});

test.each(sources.filter((file) => file.startsWith("functions/")))(
  "%s renames nothing it imports",
  (file) => {
    const text = readFileSync(join(root, file), "utf8");
    expect(text).not.toMatch(/import (type )?\{[^}]*\w as \w[^}]*\} from "\./);
  },
);

test.each(operations.map(({ name }) => name))("the record of %s ends in Operation", (name) => {
  const [file = ""] = sources.filter(
    (source) => source.startsWith("shared/contract/") && basename(source) === `${name}.ts`,
  );
  expect(readFileSync(join(root, file), "utf8")).toContain(`export const ${operationId(name)}Operation = `);
});

const MAX_FILES = 24;

test(`no folder of the product has more than ${MAX_FILES} files`, () => {
  const folders = Map.groupBy(sources, dirname);
  const crowded = [...folders].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

test("no two records share a name, or a method and path", () => {
  const names = entryPoints.map(({ name }) => name);
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

test("a description belongs to one use of a schema: `note` gets a new schema or a clone", () => {
  const shared = filesIn("shared").flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\bnote\(\s*(\w+),/g)].map(([, name]) => [
      file,
      name,
    ]),
  );
  expect(shared).toEqual([]);
});

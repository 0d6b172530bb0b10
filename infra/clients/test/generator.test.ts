import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as z from "zod/mini";
import type { Operation } from "../../../shared/contract/operation.ts";
import { operationId } from "../../../shared/contract/operation.ts";
import { platformApi } from "../../../shared/contract/platform-api.ts";
import { operations } from "../../../shared/contract/service.ts";
import { catalogue } from "../../../shared/domain/event/event-catalogue.ts";
import { buildModel } from "../build-model.ts";
import { clientLanguages, surfaceFaultOf } from "../print.ts";
import { printPythonResources, SYNC } from "../python-resources.ts";
import { hashOf, lostHashes, surfaceOf } from "../surface.ts";
import { typeScriptSources } from "../typescript-package.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const model = buildModel();

test("each operation of both APIs is a method of a client, and each event has its data", () => {
  const methods = [...model.platform, ...model.agent].flatMap((each) => each.methods);
  const ids = new Set(methods.map(({ operation }) => operation));
  expect([...ids].sort()).toEqual(operations.map(({ name }) => operationId(name)).sort());
  expect(model.events.map(({ type }) => type)).toEqual(Object.keys(catalogue));
});

const record = platformApi[0] as Operation;
const named = (change: Partial<Operation>) => () =>
  buildModel([{ ...record, name: "invent-thing", ...change }], []);
const object = z.object({ a: z.string() });
const reply = { status: 200, description: "", example: {} } as const;
const list = z
  .object({ object: z.literal("list"), data: z.array(object) })
  .register(z.globalRegistry, { id: "Odd" });

test.each([
  ["a query and a body", { query: object }],
  ["share one schema", { replies: { found: { ...reply, schema: list }, ...record.replies } }],
  ["in name or order", { path: "/v1/{things}/x" }],
] as const)("a record that breaks an assumption fails with its name: %s", (what, change) => {
  expect(named(change as Partial<Operation>)).toThrow(what);
  expect(named(change as Partial<Operation>)).toThrow("invent-thing");
});

test("a reply with a second media type is a second method, which asks by a query parameter or by Accept", () => {
  const csvReply = { ...reply, schema: record.replies.created?.schema, alsoAs: "text/csv" };
  const change = {
    method: "GET",
    body: undefined,
    replies: { found: csvReply },
  } as unknown as Partial<Operation>;
  const [methods] = named(change)().platform.map((resource) => resource.methods);
  expect(methods?.map(({ name, reply }) => [name, reply.kind])).toEqual([
    ["inventThing", "object"],
    ["inventThingCsv", "bytes"],
  ]);
});

const slug = z.string().check(z.regex(/^[a-z]+$/));

/** Reads a list of such items, which `starting_after` continues by a slug. */
const listed = (id: string, item: Record<string, z.ZodMiniType>) => {
  const data = z.array(z.object(item).register(z.globalRegistry, { id: `${id}Item` }));
  const schema = z.object({ object: z.literal("list"), data }).register(z.globalRegistry, { id });
  const query = z.object({ starting_after: slug });
  return named({
    method: "GET",
    body: undefined,
    query,
    replies: { found: { ...reply, schema } },
  } as unknown as Partial<Operation>);
};

test.each([
  ["the id", "WithId", { slug: z.clone(slug), id: z.string() }, "id"],
  ["the one field with its schema", "WithSlug", { name: z.string(), slug: z.clone(slug) }, "slug"],
])("starting_after takes %s of the last item", (_, id, item, cursor) => {
  const [resource] = listed(id, item)().platform;
  expect(resource?.methods[0]?.reply).toMatchObject({ kind: "list", cursor });
});

test.each([
  ["no field", "NoSlug", { name: z.string(), slug: z.optional(slug) }],
  ["two fields", "TwoSlugs", { from: z.clone(slug), to: z.clone(slug) }],
])("a list fails with the record's name if %s could be its cursor", (_, id, item) => {
  expect(listed(id, item)).toThrow("invent-thing: its list has no cursor");
});

test("settlements continue by their date, connections by their platform, and every other list by its ids", () => {
  const methods = model.platform.flatMap((resource) => resource.methods);
  const cursors = methods.filter(({ reply }) => reply.kind === "list");
  const others = cursors.filter(({ reply }) => reply.cursor !== "id");
  expect(others.map(({ name, reply }) => [name, reply.cursor])).toEqual([
    ["listSettlements", "date"],
    ["listConnections", "platform"],
  ]);
});

test("an argument of a Python method takes None exactly where the API takes null", () => {
  const methods = model.platform.flatMap((resource) => resource.methods);
  const fields = methods.flatMap(({ params }) => params?.fields ?? []).filter((each) => each.isNullable);
  const text = printPythonResources(model, SYNC);
  const nullable = [...text.matchAll(/^ {8}(\w+): .* \| None \| NotGiven = NOT_GIVEN,$/gm)];
  expect(nullable.map(([, name]) => name)).toEqual(fields.map(({ name }) => name));
  expect(text).not.toMatch(/^ {8}(?!request_options)\w+: .*\| None( = None)?,$/m);
});

test("two operations of a section cannot be one method", () => {
  const again = { ...record, name: "create-payouts", path: "/v1/other" };
  expect(() => buildModel([record, again], [])).toThrow("two methods create");
});

test.each(Object.entries(typeScriptSources()))("%s is as the formatter leaves it", (name, text) => {
  const biome = join(root, "node_modules", ".bin", "biome");
  const formatted = execFileSync(biome, ["format", `--stdin-file-path=${name}`], { cwd: root, input: text });
  expect(formatted.toString()).toBe(text);
});

test.each(clientLanguages)("the %s client has all that its released version has", (language) => {
  expect(surfaceFaultOf(language)).toBe("");
});

const inFiles = {
  typescript: "resources.ts",
  python: "p/_resources.py",
  go: "types.go",
  java: "src/main/java/R.java",
};
type LanguageName = keyof typeof inFiles;
const TS = "{\n    return 1;\n  }\n";
const JAVA = "() {\n    return 1;\n  }\n";
/** A part of a class before and after a change, and what its users miss. */
const changes: [LanguageName, change: string, before: string, after: string, lost: string][] = [
  ["typescript", "a method goes", `  get(id: string): X ${TS}`, "", "R.get(id: string): X"],
  ["typescript", "a field's type changes", "  a: string;\n", "  a: number;\n", "R.a: string"],
  ["typescript", "a value is new", '  a: "x" | (string & {});\n', '  a: "x" | "y" | (string & {});\n', ""],
  ["typescript", "an option is new", "  get(): X {\n  }\n", "  get(o?: O): X {\n  }\n", ""],
  ["python", "an argument goes", "def a(self, *, b: int = 1) -> X:", "def a(self) -> X:", "R.def a(b: int?)"],
  ["python", "an argument is needed", "def a(self) -> X:", "def a(self, b: int) -> X:", "R.def a(self) -> X"],
  [
    "python",
    "a method is asynchronous",
    "def a(self) -> X:",
    "async def a(self) -> X:",
    "R.def a(self) -> X",
  ],
  ["python", "an argument is new", "def a(self) -> X:", "def a(self, b: int = 1) -> X:", ""],
  ["go", "a field's type changes", '\tA *string `json:"a"`\n', '\tA string `json:"a"`\n', "R.A *string"],
  ["go", "a private field goes", "\ta int\n\tB int\n", "\tB int\n", ""],
  ["java", "a method goes", `  public Long a${JAVA}`, "", "R.public Long a()"],
  ["java", "a private method goes", `  private Long a${JAVA}`, "", ""],
];
const scopes: Record<LanguageName, [start: string, end: string]> = {
  typescript: ["export class R {\n", "}\n"],
  python: ["class R:\n    ", "\n"],
  go: ["type R struct {\n", "}\n\nfunc New() *R {\n\treturn 1\n}\n"],
  java: ["public final class R {\n", "}\n"],
};

test.each(changes)(
  "in %s, users miss what they had if %s, and nothing else",
  (language, _, before, after, lost) => {
    const [start, end] = scopes[language];
    const surface = (text: string) => surfaceOf(language, { [inFiles[language]]: start + text + end });
    const released = surface(before);
    const hashes = lostHashes(released.map(hashOf), surface(after));
    expect(released.find((line) => hashes.includes(hashOf(line))) ?? "").toBe(lost);
  },
);

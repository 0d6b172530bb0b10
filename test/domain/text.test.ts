import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type * as z from "zod/mini";

const root = join(import.meta.dirname, "..", "..", "shared", "domain");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  /(-request|-forms|-patch)\.ts$/.test(file),
);
const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === "object" && value !== null && "_zod" in value;

/** The fields below a schema that take some text, by their names. */
function textsOf(schema: z.ZodMiniType, name: string): [string, z.ZodMiniType][] {
  const { type, shape, innerType, element } = schema._zod.def as unknown as {
    type: string;
    shape?: Record<string, z.ZodMiniType>;
    innerType?: z.ZodMiniType;
    element?: z.ZodMiniType;
  };
  if (shape) return Object.entries(shape).flatMap(([field, each]) => textsOf(each, `${name}.${field}`));
  const inner = innerType ?? element;
  if (inner) return textsOf(inner, name);
  return type === "string" ? [[name, schema]] : [];
}

const modules = await Promise.all(files.map((file) => import(join(root, file))));
const texts = modules
  .flatMap((module) => Object.entries<unknown>(module))
  .flatMap(([name, schema]) => (isSchema(schema) ? textsOf(schema, name) : []))
  // The handler reads the URL, and answers with a code of its own.
  .filter(([name]) => !/^Endpoint\w+\.url$|^(Kept|Live)Request/.test(name));

test("every text that a person or program sends is found", () => {
  const names = texts.map(([name]) => name);
  expect(names.length).toBeGreaterThan(40);
  for (const name of [
    "KeyName",
    "EndpointRequest.description",
    "DriverPatch.address.line1",
    "RegisterForm.company",
  ])
    expect(names).toContain(name);
});

test.each(texts)("%s takes no control characters, direction marks and hidden characters", (_, schema) => {
  for (const odd of [
    "\0",
    "\n",
    "\x1b",
    "\x85",
    "\u2028",
    "\u202e",
    "\u200f",
    "\u2066",
    "\u200b",
    "\u{e0041}",
    "\ud800",
  ])
    for (const text of [`a${odd}b`, `0${odd}1`])
      expect([text, schema.safeParse(text).success]).toEqual([text, false]);
});

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { operations } from "../../shared/contract/service.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import type { Sent } from "../support/contract/corpus.ts";
import { apis, corpusOf, emptyFolder, writeJson } from "../support/contract/corpus-files.ts";

const programs = join(import.meta.dirname, "..", "..", "node_modules", ".bin");
const [generator, compiler] = [join(programs, "openapi-typescript"), join(programs, "tsc")];

const corpus = await corpusOf(await sharedCloud());

test("the corpus has a success of every operation, errors, and every event", () => {
  const isError = ({ schema }: Sent) => schema === "Error";
  const named = new Set(corpus.sent.filter((one) => !isError(one)).map(({ operation }) => operation));
  expect(operations.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  expect(EventType.options.filter((type) => !named.has(`event ${type}`))).toEqual([]);
  expect(corpus.sent.filter(isError).length).toBeGreaterThanOrEqual(6);
});

test.each(apis)("types of the %s document fit every live reply, and a later release's", (api) => {
  const { document, sent, later } = corpus.now[api];
  const folder = typesOf(`typescript-${api}`, document);
  expect(mistakes(folder, sent)).toEqual([]);
  expect(mistakes(folder, later)).toEqual([]);
});

test("types of the first Platform document, which was closed, do not fit a later release's replies", () => {
  const { document, sent, later } = corpus.closed.platform;
  const folder = typesOf("typescript-closed", document);
  // `canceled` came after that document.
  const payments = sent.filter(({ schema, body }) => schema === "Payment" && body.status !== "canceled");
  expect(mistakes(folder, payments)).toEqual([]);
  const found = mistakes(folder, later).join("\n");
  expect(found).toMatch(/"of_a_later_release"' is not assignable to type '"completed" \| /);
});

/** Generates types without a warning, and returns their folder. */
function typesOf(name: string, document: Json): string {
  const folder = emptyFolder(name);
  writeJson(join(folder, "document.json"), document);
  const args = ["document.json", "--output", "document.ts"];
  const { status, stdout, stderr } = spawnSync(generator, args, { cwd: folder, encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warn|⚠|error/i)]);
  return folder;
}

/** What the compiler says about bodies that are used as their types. */
function mistakes(folder: string, sent: readonly Sent[]): string[] {
  expect(sent.length).toBeGreaterThan(0);
  const uses = sent.map(({ schema, body }) => `as<Schemas["${schema}"]>()(${JSON.stringify(body)});`);
  writeFileSync(
    join(folder, "sent.ts"),
    [
      'import type { components } from "./document.ts";',
      'type Schemas = components["schemas"];',
      "const as = <T>() => <const V extends T>(value: V): V => value;",
      ...uses,
    ].join("\n"),
  );
  writeJson(join(folder, "tsconfig.json"), {
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: "es2024", module: "nodenext" },
      ...{ allowImportingTsExtensions: true, types: [] },
    },
    files: ["sent.ts"],
  });
  const { stdout } = spawnSync(compiler, ["-p", folder, "--pretty", "false"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "");
}

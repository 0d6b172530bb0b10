import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { exampleArguments } from "../../../shared/contract/openapi/example-arguments.ts";
import { operationId } from "../../../shared/contract/operation.ts";
import { operations } from "../../../shared/contract/service.ts";
import { type Library, librariesOf } from "../archives/library-names.ts";
import { buildModel } from "../build-model.ts";
import { packageNames, withNames } from "../names.ts";
import { indent } from "../text.ts";
import { fieldsIn, type Frame, type Sample, type SampleCall, shapesOf } from "./call.ts";
import { goFrame, goSample } from "./go-samples.ts";
import { javaFrame, javaSample } from "./java-samples.ts";
import { pythonFrame, pythonSample } from "./python-samples.ts";
import { typeScriptFrame, typeScriptSample } from "./typescript-samples.ts";

const printers: Readonly<Record<string, (call: SampleCall) => Sample>> = {
  typescript: typeScriptSample,
  python: pythonSample,
  go: goSample,
  java: javaSample,
};

/** The place of a frame in `frames`, and own lines. Double braces are filled in when a page is read. */
export type SampleSheet = {
  frames: string[];
  operations: Record<string, Record<string, [frame: number, call: string]>>;
  libraries: Readonly<Record<string, Library>>;
  guides: Record<string, Record<string, string>>;
};

/** The language of a guide's file, the frame of one that is no whole program, and its indent there. */
const languages: Readonly<Record<string, [language: string, frame?: Frame, indent?: string]>> = {
  ".sh": ["curl"],
  ".ts": ["typescript", typeScriptFrame],
  ".py": ["python", pythonFrame],
  ".go": ["go", goFrame, "\t"],
  ".java": ["java", javaFrame, "    "],
};

function guideOf(text: string, frame: Frame | undefined, by = ""): string {
  if (!frame || /^(?:import|from|package) /m.test(text)) return text;
  const lines = text.trimEnd().split("\n");
  const framed = frame(/\bsignups\./i.test(text) ? "agent" : "platform", lines);
  return framed.replace("{{call}}", () => indent(lines, by).join("\n"));
}

export function printSamples(): SampleSheet {
  const model = buildModel();
  const shapes = shapesOf(model);
  const records = new Map(operations.map((op) => [operationId(op.name), op]));
  const sheet: SampleSheet = {
    frames: [],
    operations: {},
    guides: readGuides(),
    libraries: librariesOf(model.version),
  };
  const place = ({ frame, call }: Sample): [number, string] => {
    if (!sheet.frames.includes(frame)) sheet.frames.push(frame);
    return [sheet.frames.indexOf(frame), call.join("\n")];
  };
  for (const api of ["platform", "agent"] as const) {
    for (const resource of model[api]) {
      for (const method of resource.methods) {
        const record = records.get(method.operation);
        // A second method of an operation asks for another media type.
        if (!record || sheet.operations[method.operation]) continue;
        const { path, fields } = exampleArguments(record);
        const call: SampleCall = {
          api,
          resource,
          method,
          path: method.pathParams.map(({ name }) => path[name] ?? ""),
          fields: fieldsIn(method.params, fields),
          shapes,
        };
        sheet.operations[method.operation] = Object.fromEntries(
          Object.entries(printers).map(([language, print]) => [language, place(print(call))]),
        );
      }
    }
  }
  return sheet;
}

export function readGuides(): SampleSheet["guides"] {
  const folder = join(import.meta.dirname, "guides");
  const kept = ["url", "key", "secret"].map((name) => [name, `{{${name}}}`]);
  const names = { ...packageNames(""), ...Object.fromEntries(kept) };
  const guides: SampleSheet["guides"] = {};
  for (const file of readdirSync(folder).sort()) {
    const extension = extname(file);
    const name = file.slice(0, -extension.length);
    const [language = "", frame, by] = languages[extension] ?? [];
    if (!language) throw new Error(`No language has files named ${file}.`);
    const text = guideOf(readFileSync(join(folder, file), "utf8"), frame, by);
    guides[name] = { ...guides[name], [language]: withNames(text, names).trimEnd() };
  }
  return guides;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(JSON.stringify(printSamples()));

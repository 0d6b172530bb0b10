import { readFileSync } from "node:fs";
import type { OpenApi } from "./document-parts.ts";
import { flag, optionsOf } from "../local/base/options.ts";
import { exitCodes, misused, runTool } from "../local/base/stop.ts";
import { apis, changelog, currentDocument, keepAsReleased, releasedDocument } from "./released-documents.ts";

const HELP = `Usage: npm run api:changes [-- OLD.json NEW.json | --release]

Prints what changed between two OpenAPI documents, as a changelog in Markdown. Without files, it compares the
released documents with those of the sources. --release keeps the documents of the sources as released,
and adds the changes to the changelog of the documentation.

  --help  print this
`;

await runTool(async (args) => {
  const { values, positionals } = optionsOf(
    { args, allowPositionals: true, options: { release: flag } },
    HELP,
  );
  const [older, newer, ...more] = positionals;
  if (more.length > 0 || (older && (!newer || values.release))) throw misused(HELP);
  if (older && newer) process.stdout.write(changelog(read(older), read(newer)));
  else
    for (const api of apis)
      if (values.release) keepAsReleased(api, new Date());
      else process.stdout.write(changelog(releasedDocument(api), currentDocument(api)));
  return exitCodes.DONE;
});

function read(file: string): OpenApi {
  let document: OpenApi | undefined;
  try {
    document = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw misused(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (document?.openapi && document.info && document.paths) return document;
  throw misused(`${file} is not an OpenAPI document.`);
}

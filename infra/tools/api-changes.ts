import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { OpenApi } from "./document-parts.ts";
import { apis, changelog, currentDocument, keepAsReleased, releasedDocument } from "./released-documents.ts";

const USAGE = `Usage: npm run api:changes [-- OLD.json NEW.json | --release]

Prints what changed between two OpenAPI documents, as a changelog in Markdown. Without files, it compares the
released documents with those of the sources. --release keeps the documents of the sources as released,
and adds the changes to the changelog of the documentation.

  --help  print this
`;

const { values, positionals } = options();
const [older, newer, ...more] = positionals;

if (values.help) process.stdout.write(USAGE);
else if (more.length > 0 || (older && (!newer || values.release))) stop(USAGE);
else if (older && newer) process.stdout.write(changelog(read(older), read(newer)));
else if (values.release) for (const api of apis) keepAsReleased(api, new Date());
else for (const api of apis) process.stdout.write(changelog(releasedDocument(api), currentDocument(api)));

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { release: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
    });
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function read(file: string): OpenApi {
  try {
    const document = JSON.parse(readFileSync(file, "utf8"));
    if (document?.openapi && document.info && document.paths) return document;
  } catch (error) {
    return stop(`${file} cannot be read: ${(error as Error).message}\n`);
  }
  return stop(`${file} is not an OpenAPI document.\n`);
}

function stop(text: string): never {
  process.stderr.write(text);
  process.exit(2);
}

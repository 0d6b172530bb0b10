import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { apis, changelog, currentDocument, keepAsReleased, releasedDocument } from "./released-documents.ts";

const USAGE = `Usage: npm run api:changes [-- OLD.json NEW.json | --release]

Prints what changed between two OpenAPI documents, as a changelog in Markdown. Without files, it compares the
released documents with those of the sources. --release keeps the documents of the sources as released,
and adds the changes to the changelog of the documentation.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { release: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
const [older, newer, ...more] = positionals;
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));

if (values.help) process.stdout.write(USAGE);
else if (more.length > 0 || (older && (!newer || values.release))) stop();
else if (older && newer) process.stdout.write(changelog(read(older), read(newer)));
else if (values.release) for (const api of apis) keepAsReleased(api, new Date());
else for (const api of apis) process.stdout.write(changelog(releasedDocument(api), currentDocument(api)));

function stop(): void {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}

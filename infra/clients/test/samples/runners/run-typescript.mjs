/** Runs samples in turn and prints what each one printed. With a name: runs that sample alone. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const [folder, only] = process.argv.slice(2);
const start = (file) => import(pathToFileURL(join(folder, file)).href);
if (only) await start(`${only}.ts`);
else {
  const printed = {};
  for (const file of readdirSync(folder).filter((name) => !/^(?:follow|signup|webhooks)\.ts$/.test(name))) {
    const lines = [];
    console.log = (...values) =>
      lines.push(values.map((each) => (typeof each === "string" ? each : inspect(each))).join(" "));
    try {
      await start(file);
    } catch (error) {
      lines.push(`failed: ${error.stack}`);
    }
    printed[file.replace(".ts", "")] = lines.join("\n");
  }
  process.stdout.write(JSON.stringify(printed));
}

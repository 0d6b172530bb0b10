import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { consentText, languagesOf, sha256Of, textNames } from "../../../shared/words/consent-text.ts";
import { releasedTexts } from "../../../shared/words/released/released-texts.ts";
import { textVersions } from "../../../shared/words/released/text-versions.ts";

/** The earlier ones stay: receipts name them. Run it when the new words are final. */
const texts: Record<string, string> = { ...releasedTexts };
const versions: Record<string, string> = { ...textVersions };
for (const name of textNames)
  for (const language of languagesOf(name)) {
    const text = consentText(name, language);
    const hash = sha256Of(text);
    if (hash in texts) continue;
    const earlier = Object.values(versions).filter((version) => version.startsWith(`${name}-${language}/`));
    texts[hash] = text;
    versions[hash] = `${name}-${language}/${earlier.length + 1}`;
    process.stdout.write(`${versions[hash]} is ${hash}\n`);
  }

const print = (name: string, comment: string, values: Record<string, string>) => {
  const rows = Object.entries(values).map(([hash, value]) => `  "${hash}": ${JSON.stringify(value)},\n`);
  const source = `/** ${comment} Printed by \`npm run docs:texts\`. */\nexport const ${name}: Readonly<Record<string, string>> = {\n${rows.join("")}};\n`;
  const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  writeFileSync(join(import.meta.dirname, "..", "..", "..", "shared", "words", "released", file), source);
};
print("textVersions", "The version of each text to which a person ever agreed.", versions);
print("releasedTexts", "Every text to which a person ever agreed, by its SHA-256.", texts);

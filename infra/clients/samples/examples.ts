import { packageNames } from "../names.ts";
import { readGuides } from "./print-samples.ts";

/** Where a package has a program, what reads a variable of the environment, and a change that this needs. */
const places: Readonly<
  Record<string, readonly [path: string, read: string, from: string | RegExp, to: string]>
> = {
  typescript: ["$.ts", 'process.env["$"] ?? ""', "", ""],
  python: ["$.py", 'os.environ["$"]', "", "import os\n\n"],
  go: ["$/main.go", 'os.Getenv("$")', '\t"log"\n', '\t"log"\n\t"os"\n'],
  java: ["$.java", 'System.getenv("$")', / = (new \w+Client\(.{40,})/, " =\n        $1"],
};

/** Two guides as programs, which take the address and the key from the environment. */
export function examplesOf(language: string): Record<string, string> {
  const [path = "", read = "", from = "", to = ""] = places[language] ?? [];
  const { environment } = packageNames("");
  const guides = readGuides();
  const examples = ["payout", "signup"].map((guide) => {
    const name = language === "java" ? guide.charAt(0).toUpperCase() + guide.slice(1) : guide;
    const text = `${guides[guide]?.[language]}\n`
      .replaceAll(/"\{\{(\w+)\}\}"/g, (_, what) => read.replace("$", `${environment}_${what.toUpperCase()}`))
      .replace("class Sample", `class ${name}`);
    return [`examples/${path.replace("$", name)}`, text.replace(from, to)];
  });
  return Object.fromEntries(examples);
}

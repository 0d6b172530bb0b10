import { packageNames } from "../names.ts";
import { readGuides } from "./print-samples.ts";

/** Where a package has a program, what reads a variable of the environment, and what that needs. */
type Place = { path: (name: string) => string; read: string; change: (text: string) => string };

const places: Readonly<Record<string, Place>> = {
  typescript: {
    path: (name) => `${name}.ts`,
    read: 'process.env["$"] ?? ""',
    change: (text) => text,
  },
  python: {
    path: (name) => `${name}.py`,
    read: 'os.environ["$"]',
    change: (text) => `import os\n\n${text}`,
  },
  go: {
    path: (name) => `${name}/main.go`,
    read: 'os.Getenv("$")',
    change: (text) => text.replace('\t"log"\n', '\t"log"\n\t"os"\n'),
  },
  java: {
    path: (name) => `${className(name)}.java`,
    read: 'System.getenv("$")',
    change: (text) => text.replace(/ = (new \w+Client\(.{40,})/, " =\n        $1"),
  },
};

const className = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Two guides as programs, which take the address and the key from the environment. */
export function examplesOf(language: string): Record<string, string> {
  const { path, read, change } = places[language] as Place;
  const { environment } = packageNames("");
  return Object.fromEntries(
    Object.entries(readGuides())
      .filter(([name]) => ["payout", "signup"].includes(name))
      .map(([name, texts]) => {
        const text = `${texts[language]}\n`.replaceAll(/"\{\{(url|key)\}\}"/g, (_, what: string) =>
          read.replace("$", `${environment}_${what.toUpperCase()}`),
        );
        return [`examples/${path(name)}`, change(text.replace("class Sample", `class ${className(name)}`))];
      }),
  );
}

import { createHash } from "node:crypto";

/** How a language writes what its users see. The printed files have the form of its formatter. */
type Rules = {
  files: RegExp;
  comments: RegExp;
  step: string;
  end: RegExp;
  scope: RegExp;
  top: RegExp;
  member: RegExp;
  rest: RegExp;
};

const rules: Readonly<Record<string, Rules>> = {
  typescript: {
    files: /^(?:index|errors|failures|types|receipts|resources|listing|options|testing)\.ts$/,
    comments: /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
    step: "  ",
    end: /[;{},]$/,
    scope: /^export (?:class|type|const) (?!RequestPlan)(\w+).*\{$/,
    top: /^export (?!\{|type [{*]|function errorFrom|const (?:formatError|errorClasses)|type (?:ErrorClasses|RequestPlan))/,
    member: /^(?!constructor\((?:transport|cursor)|readonly #)(?:readonly )?[\w[*]/,
    rest: /(?: [=&] \{| => .*|(?<=^export const [^=]+) = (?:new |`|").*| \{\}?|[;,])$/,
  },
  python: {
    files:
      /\/(?:__init__|_?[a-z]*_?(?:types|resources|clients|errors|failures|model|testing|receipts|webhooks|calls|transport|stream).*)\.py$/,
    comments: /"""[\s\S]*?"""|(?:^|\s)#.*$/gm,
    step: "    ",
    end: /$/,
    scope: /^class (?!Calls?\b|Settings|(?:Async)?(?:Stream|Transport)\b)([A-Za-z]\w*)/,
    top: /^class (?!Calls?\b|Settings|(?:Async)?(?:Stream|Transport)\b)[A-Z]|^(?:async )?def (?!owner|within|is_ended|left)[a-z]|^[A-Z]\w* = /,
    member: /^(?!.*transport: )(?:(?:async )?def (?:[a-z]|__init__)|[a-z]\w*: )/,
    rest: /(?::(?: \.\.\.)?|(?<=^[a-z]\w*: [^=]+) = .*)$/,
  },
  go: {
    files: /\.go$/,
    comments: /(?:^|\s)\/\/.*$/gm,
    step: "\t",
    end: /$/,
    scope: /^type ([A-Z]\w*)(?:\[.*\])? (?:struct|interface) \{$|^const \($/,
    top: /^func (?:\(\w+ \*?[A-Z]\w*(?:\[\w+\])?\) )?(?!UnmarshalJSON|MarshalJSON)[A-Z]|^(?:type|const|var) [A-Z]/,
    member: /^[A-Z]/,
    rest: /(?: (?:\{.*|`.*`)| \($)$/,
  },
  java: {
    files: /^src\/main\/.*\.java$/,
    comments: /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
    step: "  ",
    end: /[;{}]$|^@|^[A-Z][A-Z\d_]*,?$/,
    scope: /^public .*?(?:class|record|interface|enum) (\w+).*\{$/,
    top: /^public /,
    member: /^(?:public|protected) |^[A-Z][A-Z\d_]*,?$/,
    rest: /(?: = .*| \{\}?|[;,])$/,
  },
};

export function surfaceOf(language: string, files: Readonly<Record<string, string>>): string[] {
  const rule = rules[language];
  if (!rule) throw new Error(`No rules say what users of ${language} see.`);
  const lines = Object.entries(files)
    .filter(
      ([path]) => rule.files.test(path) && !/(?:^|\/)(?:examples|tests?)\/|_test\.go$|Test\.java$/.test(path),
    )
    .flatMap(([, text]) => declarations(text.replaceAll(rule.comments, ""), rule));
  return [...new Set(lines)].sort();
}

function declarations(text: string, { step, end, scope, top, member, rest }: Rules): string[] {
  const lines = text.split("\n").filter((line) => line.trim());
  const scopes: string[] = [];
  const words: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const depth = depthOf(lines[at] ?? "", step);
    if (depth > scopes.length) continue;
    scopes.length = depth;
    let statement = (lines[at] ?? "").trim();
    while (!(isClosed(statement) && end.test(statement)) && !scope.test(statement) && at + 1 < lines.length)
      statement += ` ${(lines[++at] ?? "").trim()}`;
    const isSeen = (depth === 0 ? top : member).test(statement);
    const place = scopes
      .filter(Boolean)
      .map((name) => `${name}.`)
      .join("");
    if (isSeen) words.push(...parts(tidy(statement, rest)).map((each) => place + each));
    const opened = scope.exec(statement);
    if (opened) scopes.push(opened[1] ?? "");
  }
  return words;
}

function depthOf(line: string, step: string): number {
  let depth = 0;
  while (line.startsWith(step, depth * step.length)) depth++;
  return depth;
}

function isClosed(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[([]/g) <= count(/[)\]]/g);
}

const tidy = (statement: string, rest: RegExp): string =>
  statement
    .replace(rest, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([]) | ([)\]])|,(?= ?[)\]])/g, "$1$2")
    .trim();

/** What may grow has a line a part, so that a new value of a text, or optional argument, changes no line. */
function parts(text: string): string[] {
  const values = /^[\w?]+(?:: | = Literal\[)(?=.*")/.test(text) ? (text.match(/"[^"]*"/g) ?? []) : [];
  if (values.length > 0) {
    const [name = ""] = text.split(/: | = /);
    const kept = text.replaceAll(/"[^"]*"(?: \| |, )?/g, "");
    return [kept, ...values.map((value) => `${name} ${value}`)];
  }
  const [, start = "", inner = "", end = ""] = /^([\w =]+)\((.*)\)((?: ->|:).*)?$/.exec(text) ?? [];
  const args = splitArguments(inner);
  const isOptional = (each: string) => /^\w+\?:| = /.test(each);
  if (!args.some(isOptional)) return [text];
  const required = args.filter((each) => !isOptional(each));
  return [
    `${start}(${required.join(", ")})${end}`,
    ...args.filter(isOptional).map((each) => `${start}(${each.replace(/ = .*/, "?")})`),
  ];
}

function splitArguments(text: string): string[] {
  const call = [""];
  let depth = 0;
  for (const char of text) {
    if ("([{<".includes(char)) depth++;
    if (")]}>".includes(char)) depth--;
    if (char === "," && depth === 0) call.push("");
    else call[call.length - 1] += char;
  }
  return call.map((each) => each.trim()).filter(Boolean);
}

/** A released declaration is kept as 36 bits of its hash. `--explain` finds its text in a revision. */
export const hashOf = (line: string): string =>
  createHash("sha256").update(line).digest("base64url").slice(0, 6);

export function lostHashes(released: readonly string[], now: readonly string[]): string[] {
  const known = new Set(now.map(hashOf));
  return released.filter((hash) => !known.has(hash));
}

/** What a release must not do: one sentence, or none. */
export function surfaceFault(language: string, released: readonly string[], now: readonly string[]): string {
  const { length } = lostHashes(released, now);
  if (length === 0) return "";
  return `The ${language} client lacks ${length} of its released declarations, which \`npm run clients -- ${language} --explain main\` names: restore them, or keep the new surface with \`npm run clients -- --release\`.`;
}

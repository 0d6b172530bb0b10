import type * as z from "zod/mini";
import { type ErrorCode, errors, invalid, missing, Problem } from "../../contract/errors.ts";
import { nearestName } from "./nearest-name.ts";

type Issue = z.core.$ZodIssue;

/** zod/mini's message where it has none. */
const NO_WORDS = "Invalid input";

/** For `refusedInput`. Classic zod would give all of zod a locale's sentences. */
export const PARSING = { reportInput: true, error: () => NO_WORDS };

/** Of more mistakes, a message has their number alone: a body may have thousands. */
const NAMED_MISTAKES = 10;

/**
 * Names each parameter and its rule, and never the input. The first mistake has the code and `param`: a
 * mistyped name before a missing one.
 */
export function refusedInput(error: z.core.$ZodError, schema?: z.ZodMiniType): Problem {
  const issues = error.issues.map(innermost).flatMap(byName);
  const unknown = issues.filter(({ code }) => code === "unrecognized_keys");
  const faulty = issues.filter(({ code }) => code !== "unrecognized_keys");
  const mistakes = firstOfEach([...unknown, ...faulty]);
  const [first, ...more] = mistakes.slice(0, NAMED_MISTAKES).map((issue) => problemOf(issue, schema));
  if (!first) return invalid("The request does not match its schema.");
  const rest = mistakes.length - NAMED_MISTAKES;
  const words = [first, ...more].map(({ message }) => message);
  if (rest > 0) words.push(`${rest} more of its values are not valid.`);
  return new Problem(first.code, words.join(" "), first.param);
}

export const refusedFields = (error: z.core.$ZodError): { param: string; message: string }[] =>
  error.issues
    .map(innermost)
    .flatMap(byName)
    .map((issue) => problemOf(issue))
    .map(({ param, message }) => ({ param: param ?? "", message }));

/** zod reports all unknown names of an object at once. */
const byName = (issue: Issue): Issue[] =>
  issue.code === "unrecognized_keys" ? issue.keys.map((key) => ({ ...issue, keys: [key] })) : [issue];

/** A value that breaks several rules is named with its first. */
function firstOfEach(issues: Issue[]): Issue[] {
  const named = new Set<string>();
  return issues.filter((issue) => {
    const name = nameOf(issue);
    return !named.has(name) && named.add(name);
  });
}

function problemOf(issue: Issue, schema?: z.ZodMiniType): Problem {
  const param = nameOf(issue);
  if (issue.code === "unrecognized_keys") return unknownName(issue, param, schema);
  if (issue.input === undefined) {
    return new Problem("parameter_missing", `\`${param}\` is required.`, param);
  }
  if (param === "") return invalid(`The body must be ${expectation(issue)}.`);
  // A rule with an error code of its own has the code as its message.
  if (issue.message === "resource_missing") return unknownObject(param);
  if (isErrorCode(issue.message)) return new Problem(issue.message, errors[issue.message][2], param);
  return invalid(`\`${param}\` must be ${expectation(issue)}.`, param);
}

function unknownName(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  param: string,
  schema: z.ZodMiniType | undefined,
): Problem {
  const names = schema ? namesAt(schema, path) : [];
  const nearest = nearestName((keys[0] ?? "").slice(0, 64), names);
  const list = names.map((name) => `\`${name}\``).join(", ");
  const advice = nearest
    ? `Did you mean \`${nearest}\`?`
    : list
      ? `Remove it. Known names: ${list}.`
      : "Remove it or correct its spelling.";
  return new Problem("parameter_unknown", `This operation does not take \`${param}\`. ${advice}`, param);
}

type Definition = {
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
};

/** The names that the object at a path of the request may have. */
function namesAt(schema: z.ZodMiniType, [part, ...rest]: PropertyKey[]): string[] {
  const { innerType, element, shape = {} } = schema._zod.def as Definition;
  if (innerType) return namesAt(innerType, part === undefined ? [] : [part, ...rest]);
  if (part === undefined) return Object.keys(shape);
  const next = element ?? shape[String(part)];
  return next ? namesAt(next, rest) : [];
}

/** For an id of another form in a path or a body. */
export const unknownObject = (param: string) =>
  missing(`No object has this \`${param}\`. Check the id.`, param);

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

/** The fault of the union's first branch. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const branch = issue.errors[0]?.[0];
  return branch ? innermost({ ...branch, path: [...issue.path, ...branch.path] } as Issue) : issue;
}

/** `metadata.foo` or `platforms[2]`; for an unknown field, its name. */
function nameOf(issue: Issue): string {
  const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  const name = path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
  return name.slice(0, 64).toWellFormed();
}

const types: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Record<string, string> = {
  email: "an email address",
  url: "a web address",
  datetime: "a timestamp such as 2026-11-21T09:30:00Z",
  date: "a date such as 2026-11-21",
};

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? `of type ${issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `\`${String(issue.values[0])}\``
        : `one of ${issue.values.map((value) => `\`${String(value)}\``).join(", ")}`;
    case "invalid_format":
      if (issue.message !== NO_WORDS) return issue.message;
      return formats[issue.format] ?? `of the form ${issue.pattern ?? issue.format}`;
    case "too_small":
      return bound(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, "at most", Number(issue.maximum));
    case "invalid_key":
      return issue.issues[0]
        ? `an entry whose name is ${expectation(issue.issues[0])}`
        : "an entry with another name";
    case "custom":
      return issue.message;
    default:
      return "valid";
  }
}

function bound(origin: string, which: string, value: number): string {
  if (origin === "string")
    return which === "at least" && value === 1
      ? "at least 1 character long"
      : `${which} ${value} characters long`;
  if (origin === "array") return `a list with ${which} ${value} ${value === 1 ? "entry" : "entries"}`;
  return `${which} ${value}`;
}

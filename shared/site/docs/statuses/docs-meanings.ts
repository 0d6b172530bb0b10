import meanings from "./meanings.json" with { type: "json" };

export type Meanings = Readonly<Record<string, string>>;

/** What each status, reason or kind means. A test compares it with the lists of values in the documents. */
export { meanings };

export type StatusName = keyof typeof meanings;

export function explanationOf(values: readonly unknown[]): StatusName | undefined {
  const names = (Object.keys(meanings) as StatusName[]).filter((name) =>
    values.every((value) => Object.hasOwn(meanings[name].values, String(value))),
  );
  const isExact = (name: StatusName) => Object.keys(meanings[name].values).length === values.length;
  return names.find(isExact) ?? names[0];
}

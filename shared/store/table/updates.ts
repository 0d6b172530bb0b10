/**
 * The part of an update that adds to numbers, which begin at zero. Zeros add nothing, but an update needs one
 * number.
 */
export function adding(amounts: Readonly<Record<string, number>>) {
  const given = Object.entries(amounts);
  const changing = given.filter(([, amount]) => amount !== 0);
  const entries = changing.length > 0 ? changing : given.slice(0, 1);
  return {
    UpdateExpression: `ADD ${entries.map((_, i) => `#a${i} :a${i}`).join(", ")}`,
    ExpressionAttributeNames: Object.fromEntries(entries.map(([name], i) => [`#a${i}`, name])),
    ExpressionAttributeValues: Object.fromEntries(entries.map(([, amount], i) => [`:a${i}`, amount])),
  };
}

/**
 * The part of an update that sets fields. It removes a field whose value is undefined. Conditions can use the
 * same placeholders: `#status` is the name of the field `status`.
 */
export function setting(fields: Readonly<Record<string, unknown>>) {
  const names = Object.keys(fields);
  const set = names.filter((name) => fields[name] !== undefined);
  const removed = names.filter((name) => fields[name] === undefined);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : []),
  ];
  return {
    UpdateExpression: clauses.join(" "),
    ...placeholders(
      Object.fromEntries(names.map((name) => [`#${name}`, name])),
      Object.fromEntries(set.map((name) => [`:${name}`, fields[name]])),
    ),
  };
}

/** The names and values of an expression. DynamoDB refuses a map of either that is empty. */
export const placeholders = (
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
) => ({
  ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
});

type Json = Record<string, unknown>;
export type TableCall = (operation: string, body: Json) => Promise<Json>;

/** The items that a scan finds, a page at a time. */
export async function* scanned(call: TableCall, request: Json): AsyncGenerator<Json[]> {
  let ExclusiveStartKey: unknown;
  do {
    const page = await call("Scan", { ...request, ExclusiveStartKey });
    yield (page.Items ?? []) as Json[];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

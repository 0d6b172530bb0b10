/** The cost of a function: its AWS calls, and the request units that DynamoDB reports. */
export type Use = {
  invocations: number;
  calls: Record<string, number>;
  writeUnits: number;
  readUnits: number;
  indexUnits: Record<string, number>;
};

type Capacity = { CapacityUnits?: number; GlobalSecondaryIndexes?: Record<string, Capacity> };

const READS = new Set(["GetItem", "BatchGetItem", "Query", "TransactGetItems"]);

export class Usage {
  #byCaller = new Map<string, Use>();

  clear(): void {
    this.#byCaller.clear();
  }

  invoked(caller: string): void {
    this.#of(caller).invocations++;
  }

  called(
    caller: string,
    action: string,
    request: Record<string, unknown>,
    status: number,
    reply: Record<string, unknown>,
  ): void {
    const use = this.#of(caller);
    use.calls[action] = (use.calls[action] ?? 0) + 1;
    const [service, name = ""] = action.split(":");
    if (service !== "dynamodb" || name.includes("Stream") || name.includes("Records")) return;
    const consumed = [(reply.ConsumedCapacity as Capacity | Capacity[] | undefined) ?? []].flat();
    const units = status === 200 ? unitsOf(consumed) : unitsOfConflict(request, reply);
    for (const [index, spent] of consumed.flatMap((each) =>
      Object.entries(each.GlobalSecondaryIndexes ?? {}),
    ))
      use.indexUnits[index] = (use.indexUnits[index] ?? 0) + unitsOf([spent]);
    if (READS.has(name)) use.readUnits += units;
    else use.writeUnits += units;
  }

  report(): Record<string, Use> {
    return Object.fromEntries(this.#byCaller);
  }

  #of(caller: string): Use {
    const known = this.#byCaller.get(caller);
    if (known) return known;
    const fresh = { invocations: 0, calls: {}, writeUnits: 0, readUnits: 0, indexUnits: {} };
    this.#byCaller.set(caller, fresh);
    return fresh;
  }
}

const unitsOf = (consumed: Capacity[]): number =>
  consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** The engine reports no units for a condition failure. DynamoDB charges the write, twice in transactions. */
function unitsOfConflict(request: Record<string, unknown>, reply: Record<string, unknown>): number {
  const type = String(reply.__type ?? "");
  if (type.endsWith("ConditionalCheckFailedException")) return 1;
  if (type.endsWith("TransactionCanceledException"))
    return 2 * ((request.TransactItems as unknown[]) ?? []).length;
  return 0;
}

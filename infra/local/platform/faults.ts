import { setTimeout as sleep } from "node:timers/promises";
import { derivedSeed, seededRandom } from "../base/seeded-random.ts";

/** `lost-answer` performs the call first. `conflict`: as if another transaction had written the items. */
type FaultKind = "throttle" | "error" | "hang" | "lost-answer" | "conflict" | "delay";

export type Fault = {
  kind: FaultKind;
  /** Such as `dynamodb:TransactWriteItems`. Absent: every action. */
  action?: string;
  /** The function's name, such as `start-signup`. Absent: every function. */
  caller?: string;
  /** Only calls with this text in their body. Absent: every call. */
  containing?: string;
  times?: number;
  share?: number;
  /** The n-th call of an action by a function, regardless of others. Absent: at random. */
  seed?: number;
  ms?: number;
};

export type FaultAnswer = { status: number; body: unknown } | "cut";

type ActiveFault = Fault & { random: (callerAndAction: string) => number };

export class Faults {
  #active: ActiveFault[] = [];

  set(faults: Fault[]): void {
    this.#active = faults.map((fault) => ({ ...fault, random: randomOf(fault) }));
  }

  list = (): Fault[] => this.#active.map(({ random: _, ...fault }) => fault);

  strike(action: string, caller: string, body: unknown): Fault | undefined {
    const fault = this.#active.find(
      (candidate) =>
        (candidate.action === undefined || candidate.action === action) &&
        (candidate.caller === undefined || candidate.caller === caller) &&
        (candidate.containing === undefined || JSON.stringify(body).includes(candidate.containing)) &&
        (candidate.times === undefined || candidate.times > 0) &&
        candidate.random(`${caller} ${action}`) < (candidate.share ?? 1),
    );
    if (fault?.times !== undefined) fault.times--;
    return fault;
  }
}

function randomOf({ seed }: Fault): ActiveFault["random"] {
  if (seed === undefined) return Math.random;
  const generators = new Map<string, () => number>();
  return (callerAndAction) => {
    const next = generators.get(callerAndAction) ?? seededRandom(derivedSeed(seed, callerAndAction));
    generators.set(callerAndAction, next);
    return next();
  };
}

/** What the caller gets because of a fault. Undefined: perform the call as usual. */
export async function suffer(
  fault: Fault,
  request: { body: Record<string, unknown> },
  perform: () => Promise<unknown>,
): Promise<FaultAnswer | undefined> {
  switch (fault.kind) {
    case "throttle":
      return refused(400, `${TABLES}#ThrottlingException`, "Rate exceeded (injected)");
    case "error":
      return refused(500, "com.amazon.coral.service#InternalServerError", "Injected");
    case "conflict": {
      const conflict = { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" };
      const items = (request.body.TransactItems ?? []) as unknown[];
      const CancellationReasons = items.map((_, i) => (i === 0 ? conflict : { Code: "None" }));
      const type = `${TABLES}#TransactionCanceledException`;
      return refused(400, type, "Transaction cancelled (injected)", { CancellationReasons });
    }
    case "lost-answer":
      await perform();
      return "cut";
    case "hang":
      await sleep(60_000, undefined, { ref: false });
      return "cut";
    case "delay":
      await sleep(fault.ms ?? 1_000);
      return undefined;
  }
}

const TABLES = "com.amazonaws.dynamodb.v20120810";
const refused = (status: number, __type: string, message: string, more = {}): FaultAnswer => ({
  status,
  body: { __type, message, ...more },
});

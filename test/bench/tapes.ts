import type { Answering, Asked, AwsAnswer } from "./aws-stub.ts";

type Recorded = { kind: string; answer: AwsAnswer };

/**
 * What AWS answered to the calls of a function's first event. The first round really asks, and the rounds
 * after it get the same answers, so each of them does the same work on the same objects.
 */
export class Tapes {
  readonly #tapes = new Map<string, Recorded[]>();
  readonly #ask: Answering;

  /** `ask` makes a call on the engines. */
  constructor(ask: Answering) {
    this.#ask = ask;
  }

  /** What answers the calls of one event of the function. */
  of(name: string): Answering {
    const tape = this.#tapes.get(name);
    if (tape) return replay(name, tape);
    const recording: Recorded[] = [];
    this.#tapes.set(name, recording);
    return async (target, asked) => {
      const answer = await this.#ask(target, asked);
      recording.push({ kind: kindOf(target, asked), answer });
      return answer;
    };
  }
}

function replay(name: string, tape: readonly Recorded[]): Answering {
  const left = [...tape];
  return (target, asked) => {
    const kind = kindOf(target, asked);
    const next = left.findIndex((recorded) => recorded.kind === kind);
    const [recorded] = next < 0 ? [] : left.splice(next, 1);
    if (recorded) return recorded.answer;
    throw new Error(`${name} made a call that its first round did not make: ${kind}`);
  };
}

/** The call without what differs between two rounds: ids, hashes, instants and numbers. */
const kindOf = (target: string, asked: Asked): string =>
  `${target} ${JSON.stringify(asked, (name, value) => {
    if (name === "S") return /^[A-Z_]+(?=#)/.exec(String(value))?.[0] ?? "";
    if (VARYING.has(name)) return "";
    // A quota's counter is an attribute named after its second.
    return typeof value === "string" ? value.replace(/\d+/g, "") : value;
  })}`;

const VARYING = new Set(["N", "B", "ClientRequestToken"]);

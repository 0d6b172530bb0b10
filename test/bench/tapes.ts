import type { Answering, Asked, AwsAnswer } from "./aws-stub.ts";

/**
 * What AWS answered to the calls of a function's first event. The first round really asks, and the rounds
 * after it get the same answers, so each of them does the same work on the same objects. A warm call gets
 * them again, from the first one on.
 */
export class Tapes {
  readonly #tapes = new Map<string, Map<string, AwsAnswer[]>>();
  readonly #ask: Answering;

  /** `ask` makes a call on the engines. */
  constructor(ask: Answering) {
    this.#ask = ask;
  }

  /** What answers the calls of one process of the function. */
  of(name: string): Answering {
    const tape = this.#tapes.get(name);
    if (tape) return replay(name, tape);
    const recording = new Map<string, AwsAnswer[]>();
    this.#tapes.set(name, recording);
    return async (target, asked) => {
      const answer = await this.#ask(target, asked);
      const kind = kindOf(target, asked);
      recording.set(kind, [...(recording.get(kind) ?? []), answer]);
      return answer;
    };
  }
}

function replay(name: string, tape: ReadonlyMap<string, readonly AwsAnswer[]>): Answering {
  const made = new Map<string, number>();
  return (target, asked) => {
    const kind = kindOf(target, asked);
    const answers = tape.get(kind) ?? [];
    const times = made.get(kind) ?? 0;
    made.set(kind, times + 1);
    const answer = answers[times % answers.length];
    if (answer) return answer;
    throw new Error(`${name} made a call that its first round did not make: ${kind}`);
  };
}

/** The call, and the kinds of items that it is about. */
const kindOf = (target: string, asked: Asked): string =>
  [target, asked.SecretId, ...new Set(JSON.stringify(asked).match(/(?<=":")[A-Z_]+(?=#)/g))].join(" ");

import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { callOf, replyHeaders } from "../../infra/local/platform/aws-endpoint.ts";
import { callerIdentity } from "../../infra/local/platform/sts.ts";
import { selfSigned } from "../support/certificate.ts";

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json };

/** What AWS answered to the calls of one invocation, by their kind. After the last answer comes the first. */
export class Tape {
  readonly #answers = new Map<string, Answer[]>();
  readonly #times = new Map<string, number>();

  record(target: string, request: Json, answer: Answer): void {
    for (const kind of [kindOf(target, request), target])
      this.#answers.set(kind, [...(this.#answers.get(kind) ?? []), answer]);
  }

  rewind = (): void => this.#times.clear();

  play(target: string, request: Json): Answer {
    const kind = kindOf(target, request);
    // A call may name other items than before.
    const answers = this.#answers.get(kind) ?? this.#answers.get(target) ?? [];
    const times = this.#times.get(kind) ?? 0;
    this.#times.set(kind, times + 1);
    const message = `The recorded invocation made no such call: ${kind}`;
    return answers[times % answers.length] ?? { status: 400, body: { message } };
  }
}

/** The call, and the kinds of items that it is about. */
const kindOf = (target: string, request: Json): string =>
  [target, request.SecretId, ...new Set(JSON.stringify(request).match(/(?<=":")[A-Z_]+(?=#)/g))].join(" ");

/** `play`: from now on, the tape answers. Without one, all calls succeed. */
export type Stub = { url: string; play: (tape?: Tape) => void; close: () => void };

/**
 * AWS, which answers at once from a tape: a first call measures our code and not an engine. It speaks TLS as
 * AWS does. Over plain HTTP the SDK would load `node:http`, which costs 10 ms that Lambda never spends.
 */
export async function startStub(trusted: string): Promise<Stub> {
  const { key, cert } = selfSigned();
  writeFileSync(trusted, cert);
  let tape: Tape | undefined;
  const server = createServer({ key, cert }, async (request, response) => {
    const sent = await text(request);
    const { status, body } = sent.startsWith("Action=")
      ? callerIdentity(request.headers, sent)
      : (tape?.play(callOf(request), JSON.parse(sent || "{}")) ?? { status: 200, body: {} });
    response.writeHead(status, replyHeaders()).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const play = (next?: Tape) => {
    tape = next;
    tape?.rewind();
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, play, close };
}

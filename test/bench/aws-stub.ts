import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { marshall } from "@aws-sdk/util-dynamodb";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { startSandboxSignup } from "../../shared/domain/signup/signup.ts";
import { selfSigned } from "./certificate.ts";

export type Asked = Record<string, unknown> & {
  Key?: { pk?: { S?: string } };
  ExpressionAttributeNames?: Record<string, string>;
};
export type AwsAnswer = { status: number; body: object };
/** Answers a call, by the operation in AWS's own notation. */
export type Answering = (target: string, asked: Asked) => AwsAnswer | Promise<AwsAnswer>;

export type AwsStub = {
  url: string;
  cert: string;
  /** From now on, `answering` answers the calls. */
  answerWith: (answering: Answering) => void;
  close: () => void;
};

/** A signup of this moment, so that its readers have something to read and its timer nothing to do yet. */
const storedSignup = () => marshall(startSandboxSignup({}, new Date()));

const storedPartner = () => {
  const request = { company: "Bench", email: "bench@example.com" };
  return marshall(registerPartner(request, "bench", new Date()).partner);
};

const STORED: Record<string, () => object> = { PARTNER: storedPartner, SIGNUP: storedSignup };

const REPLIES: Record<string, (asked: Asked) => object> = {
  GetItem: ({ Key }) => ({ Item: STORED[Key?.pk?.S?.split("#")[0] ?? ""]?.() }),
  // A count reads its own attribute in the answer.
  UpdateItem: ({ ExpressionAttributeNames = {} }) => ({
    Attributes: Object.fromEntries(Object.values(ExpressionAttributeNames).map((name) => [name, { N: "1" }])),
  }),
  StartExecution: () => ({ executionArn: "arn", startDate: 0 }),
  SendMessage: () => ({ MessageId: "bench" }),
};

/** Accepts every call, of a service without objects. */
export const accept: Answering = (target, asked) => ({
  status: 200,
  body: REPLIES[target.split(".")[1] ?? ""]?.(asked) ?? {},
});

/**
 * Answers every AWS call at once, since a cold start measures our code and not an engine. It speaks TLS as
 * AWS does. Over plain HTTP the SDK would load `node:http`, which costs 10 ms that Lambda never spends.
 */
export async function startAwsStub(): Promise<AwsStub> {
  const { key, cert } = selfSigned();
  let answering = accept;
  const server = createServer({ key, cert }, async (request, response) => {
    const asked = JSON.parse((await text(request)) || "{}");
    try {
      const { status, body } = await answering(String(request.headers["x-amz-target"] ?? ""), asked);
      response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(body));
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
      response.writeHead(400).end("{}");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const answerWith = (next: Answering) => {
    answering = next;
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `https://127.0.0.1:${port}`, cert, answerWith, close };
}

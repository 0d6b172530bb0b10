import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { marshall } from "@aws-sdk/util-dynamodb";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { scopes } from "../../shared/domain/account/scope.ts";
import { startSandboxSignup } from "../../shared/domain/signup/signup.ts";
import { selfSigned } from "./certificate.ts";

export type AwsStub = { url: string; cert: string; close: () => void };

/** A signup of this moment, so that its readers have something to read and its timer nothing to do yet. */
const storedSignup = () => marshall(startSandboxSignup({}, new Date()));

/** A key that may do everything, for operations that ask for one. */
const storedKey = () =>
  marshall({
    ...newKeyRecord({ account_id: "acct_bench", tier: "growth", verified: true }, "test", scopes, new Date()),
  });

const storedPartner = () => {
  const request = { company: "Bench", email: "bench@example.com" };
  return marshall(registerPartner(request, "bench", new Date()).partner);
};

type Asked = { Key?: { pk?: { S?: string } } };

const STORED: Record<string, () => object> = {
  API_KEY: storedKey,
  PARTNER: storedPartner,
  SIGNUP: storedSignup,
};

const REPLIES: Record<string, (asked: Asked) => object> = {
  GetItem: ({ Key }) => ({ Item: STORED[Key?.pk?.S?.split("#")[0] ?? ""]?.() }),
  UpdateItem: () => ({ Attributes: { n: { N: "1" } } }),
  StartExecution: () => ({ executionArn: "arn", startDate: 0 }),
  SendMessage: () => ({ MessageId: "bench" }),
};

/**
 * Accepts every AWS call at once, since a cold start measures our code and not an engine. It speaks TLS as
 * AWS does. Over plain HTTP the SDK would load `node:http`, which costs 10 ms that Lambda never spends.
 */
export async function startAwsStub(): Promise<AwsStub> {
  const { key, cert } = selfSigned();
  const server = createServer({ key, cert }, (request, response) => {
    const [, operation = ""] = String(request.headers["x-amz-target"] ?? "").split(".");
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString() || "{}");
      const body = JSON.stringify(REPLIES[operation]?.(asked) ?? {});
      response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `https://127.0.0.1:${port}`, cert, close };
}

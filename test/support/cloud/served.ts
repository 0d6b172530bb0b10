import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";

/** The address of an HTTP server of this machine, which is open until the suite ends. */
export async function served(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    // The SDK repeats a failed call when the server's clock is another one.
    response.setHeader("date", new Date(Date.now()).toUTCString());
    return answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atSuiteEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Where a suite has no engine: settings of a table at this address. */
export const tableAt = (address: string) => ({
  TABLE_NAME: "table",
  LIMITER_DEADLINE_MS: "10000",
  AWS_ENDPOINT_URL: address,
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
});

/** A Secrets Manager in which each secret has the value that the test returns, and the status. */
export async function serveSecret(read: () => string, status = () => 200): Promise<void> {
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = await served((_, response) => {
    const SecretString = read();
    response.writeHead(status(), { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify({ SecretString }));
  });
}

import { createServer } from "node:http";
import { verify } from "./verifier.mjs";

/** A function behind API Gateway, which hands on a body as text, or as base64 where the API says so. */
const handler = async ({ headers, body, isBase64Encoded }) => {
  const raw = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  return { statusCode: verify(process.env.SECRET, headers, raw) ? 204 : 400 };
};

const server = createServer(async (request, response) => {
  const { url, headers } = request;
  const raw = Buffer.concat(await request.toArray());
  const isBase64Encoded = url === "/bytes";
  const body = raw.toString(isBase64Encoded ? "base64" : "utf8");
  const { statusCode } = await handler({ headers, body, isBase64Encoded });
  response.writeHead(statusCode).end();
}).listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));

import { webhooks } from "{{npmPackage}}";
import { createServer } from "node:http";

// The endpoint's secret, which its registration returned.
const secret = "{{secret}}";

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  try {
    const event = await webhooks.unwrap(body, request.headers, secret);
    console.log(event.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(4000);

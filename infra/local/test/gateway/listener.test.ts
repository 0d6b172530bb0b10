import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { listen } from "../../gateway/listener.ts";

test("a request whose header has a line break gets a 400 whose body says why", async () => {
  const server = await listen(0);
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer key\nkey_1 of acct_1. \r\n\r\n");
  const [head, body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n/);
  expect(JSON.parse(body).message).toContain("a header may have a line break");
  server.close();
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Activity, type ActivityEntry } from "../../activity/activity.ts";
import { sendLive } from "../../console/live.ts";
import { eventually } from "../support/eventually.ts";

class CountedActivity extends Activity {
  listening = 0;

  override listen(listener: (entry: ActivityEntry) => void): () => void {
    this.listening++;
    const silence = super.listen(listener);
    return () => {
      this.listening--;
      silence();
    };
  }
}

const activity = new CountedActivity(
  () => undefined,
  [],
  () => {},
);
const server = createServer((_, response) => sendLive(activity, response));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test("an open page gets what happens, and without a page nothing listens", async () => {
  const closing = new AbortController();
  expect(activity.listening).toBe(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { body } = await fetch(url, { signal: closing.signal });
  expect(activity.listening).toBe(1);
  activity.request("GET", { path: "/x", query: "" }, "request-1").answered(200);
  let text = "";
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.includes("GET /x")) break;
  }
  closing.abort();
  await eventually(async () => activity.listening === 0);
});

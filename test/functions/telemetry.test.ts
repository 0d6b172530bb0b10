import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "@jest/globals";
import { logFault } from "../../shared/http/serve/telemetry.ts";
import { logLines } from "../support/cloud/log-lines.ts";

test("a fault is published in its process with its text, and logged without it", async () => {
  const published: unknown[] = [];
  const hear = (message: unknown) => published.push(message);
  const error = new Error("no item for ana@example.com");
  subscribe("lambda:fault", hear);
  const lines = await logLines(() => logFault("paint-door", error));
  unsubscribe("lambda:fault", hear);
  expect(published).toEqual([{ error }]);
  expect(lines).toContain('"paint-door"');
  expect(lines).not.toContain("ana");
});

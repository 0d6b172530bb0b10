import { afterEach, expect, test } from "@jest/globals";
import { endClouds, newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import {
  type Crowd,
  fillTable,
  notifiedBy,
  startWalks,
  TIME_SCALE,
  walkAndKill,
  walked,
  walks,
} from "../support/journeys/tax-crowd.ts";

afterEach(endClouds);

const TIMEOUT_MS = 120_000;

/**
 * A walk over a small crowd while `act` disturbs it: the drivers with an event, and those who should have
 * one.
 */
async function walkWhile(act: (cloud: Cloud, crowd: Crowd) => Promise<unknown>) {
  const dataDir = newFolder();
  const crowd = await fillTable(dataDir, [
    [30, 26],
    [4, 0],
  ]);
  const cloud = await startCloud({ dataDir, timeScale: TIME_SCALE });
  await act(cloud, crowd);
  // Lambda repeats a failed invocation of the schedule's.
  await eventually(async () => (await startWalks(cloud, walks.forms.at)).started, TIMEOUT_MS);
  await walked(cloud, TIMEOUT_MS);
  await cloud.end();
  return { crowd, notified: await notifiedBy(dataDir, crowd, walks.forms.walk) };
}

test("tax events are emitted once for each driver concerned, in both modes, though the cloud is killed twice", async () => {
  const sizes = [
    [130, 51],
    [25, 1],
    [0, 0],
    [60, 40],
  ] as const;
  const { crowd, notified, started } = await walkAndKill({
    sizes: sizes.map(([test, live]) => [test, live]),
    killAfter: [6, 4],
    withinMs: TIMEOUT_MS,
  });
  expect(started.map((each) => each.started)).toEqual([
    ["earnings.synced-2027-01-01", "tax.quarterly.due-2026-Q4"],
    ["earnings.synced-2027-01-15", "tax.1099.ready-2026"],
  ]);
  expect(crowd.owing.length).toBeGreaterThan(100);
  expect(notified).toEqual({ owing: crowd.owing, reported: crowd.reported });
}, 300_000);

test("tax events are emitted once when transactions conflict and replies are lost after the write", async () => {
  const { crowd, notified } = await walkWhile((cloud) =>
    cloud.inject(
      { kind: "lost-answer", action: "dynamodb:TransactWriteItems", times: 4 },
      { kind: "conflict", action: "dynamodb:TransactWriteItems", times: 4 },
    ),
  );
  expect(notified).toEqual(crowd.reported);
}, 300_000);

test("tax events are emitted once even if every result page is delivered twice at the same time", async () => {
  const { crowd, notified } = await walkWhile(async (cloud, { owners }) => {
    for (const owner of owners) {
      const page = { kind: "tax_page", walk: walks.forms.walk, of: owner };
      const often = ["1", "2", "3", "4"].map((messageId) => ({ messageId, body: JSON.stringify(page) }));
      const answer = await cloud.invoke("walk-tax-events", { Records: often });
      expect(answer).toEqual({ batchItemFailures: [] });
    }
  });
  expect(notified).toEqual(crowd.reported);
}, 300_000);

import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { idsOfType, nameOf, resources } from "../infra/stack/template.ts";
import { prepared } from "../support/process/prepared.ts";
import { entriesOf, Exercised, missingIn } from "./exercised.ts";
import { knobsOf } from "./knobs.ts";
import { ranOne } from "./one-process.ts";

await prepared("together");
/** Two companies have drivers with the same mailboxes. CI runs other seeds for a minute of CPU time. */
const SMALL = { hours: 0.1, pauseMs: 15_000, restHours: 0.5, companies: 2, people: 1, dryFirst: 1 };

test("a seed keeps every promise", async () => {
  const { violation, calls, dryRuns, acts = {} } = await ranOne({ seed: 3, ...SMALL });
  expect(violation).toBeUndefined();
  expect(calls).toBeGreaterThan(500);
  expect(dryRuns).toBeGreaterThan(10);
  expect(acts).toMatchObject({
    "event driver.created": expect.any(Number),
    "entry payout_created": expect.any(Number),
  });
});

test("an act that happened in none of twenty seeds is named, and one that an operator makes is not", () => {
  const acts = Object.fromEntries(missingIn({}, 20).map((act) => [act, 1]));
  const { "event webhook.failing": failing, ...others } = acts;
  expect([failing, missingIn(others, 20), missingIn(others, 19)]).toEqual([1, ["event webhook.failing"], []]);
});

test("each function that may write to the outbox has the list of what it writes, and nothing else is in it", () => {
  const puts = ({ Action, Condition }: Json) =>
    [Action].flat().includes("dynamodb:PutItem") && JSON.stringify(Condition).includes("OUTBOX#");
  const writers = idsOfType("AWS::IAM::Role").filter((id) =>
    (resources[id].Properties.Policies ?? []).some(({ PolicyDocument }: Json) =>
      PolicyDocument.Statement.some(puts),
    ),
  );
  const names = writers.map((id) =>
    nameOf(id)
      .replace(/Role$/, "")
      .replace(/(?<!^)[A-Z]/g, "-$&")
      .toLowerCase(),
  );
  expect(names.sort()).toEqual(Object.keys(entriesOf).sort());
  const exercised = new Exercised();
  const Put = { Item: { pk: { S: "OUTBOX#1" }, kind: { S: "timer" }, timer: { S: "erase-driver" } } };
  for (const caller of ["delete-driver", "ping-webhook"])
    exercised.called("DynamoDB_20120810.TransactWriteItems", { TransactItems: [{ Put }] }, caller);
  expect(exercised.unlisted).toEqual(["ping-webhook: timer erase-driver"]);
});

test("seeds differ in everything that they decide", () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => knobsOf(seed));
  const kinds = new Set(seeds.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(["conflict", "delay", "error", "lost-answer", "throttle"]);
  for (const name of ["start", "companies", "people", "bad"] as const)
    expect(new Set(seeds.map((knobs) => knobs[name])).size).toBeGreaterThan(2);
  expect(seeds.filter(({ faults, crash }) => faults.length === 0 && crash === 0).length).toBeGreaterThan(60);
});

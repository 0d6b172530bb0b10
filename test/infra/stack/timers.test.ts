import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { mappingOf, ofType, propertiesOf, resources } from "./template.ts";

const definitions = ofType("AWS::StepFunctions::StateMachine").map(({ DefinitionString }) =>
  JSON.parse(
    DefinitionString["Fn::Join"][1]
      .map((part: unknown) => (typeof part === "string" ? part : "arn"))
      .join(""),
  ),
);

/** The states that an execution enters, where each call's answer says that the timer is done. */
function entered({ StartAt, States }: Json): string[] {
  const path: string[] = [];
  for (let name = StartAt; name; ) {
    path.push(States[name].Type);
    name = States[name].Next ?? States[name].Default;
  }
  return path;
}

test("a sandbox signup enters four states, and a payout that settles in one call enters four", () => {
  const [signup, payout, replay] = definitions.map(entered);
  expect(signup).toEqual(["Wait", "Task", "Wait", "Task"]);
  expect(payout).toEqual(["Wait", "Task", "Choice", "Succeed"]);
  expect(replay).toEqual(payout);
});

test("only the last call of a signup's timer is marked as the last, and every call is retried", () => {
  const tasks = Object.values<Json>(definitions[0].States).filter(({ Type }) => Type === "Task");
  expect(tasks.map(({ Parameters }) => Parameters?.last)).toEqual([undefined, true]);
  for (const { Retry } of tasks)
    expect(Retry).toEqual([expect.objectContaining({ ErrorEquals: ["States.ALL"], MaxAttempts: 300 })]);
});

test("timers of signups and of payouts wait in queues apart, whose messages outlast a long throttle", () => {
  const [signups, payouts] = ["RelayTimersSignups", "RelayTimersPayouts"].map((name) => {
    const id = Object.keys(resources).find((each) => each.startsWith(name)) ?? "";
    const { RedrivePolicy, VisibilityTimeout } = propertiesOf(name);
    expect(RedrivePolicy.maxReceiveCount * VisibilityTimeout).toBeGreaterThan(12 * 60 * 60);
    return mappingOf(id).ScalingConfig.MaximumConcurrency;
  });
  expect([signups, payouts]).toEqual([2, 5]);
});

import { expect, test } from "@jest/globals";
import { Construct, RootConstruct } from "constructs";
import { useStageSettings } from "../../../infra/stack/stage-settings.ts";

/** A stack, with the context that cdk.json and the command line make together. */
function stackOf(stage: string, context: Record<string, unknown>): Construct {
  const root = new RootConstruct();
  for (const [name, value] of Object.entries(context)) root.node.setContext(name, value);
  const stack = new Construct(root, "Stack");
  useStageSettings(stack, stage);
  return stack;
}
const prod = { mailFrom: "hello@mail.example.com", alarmEmail: "ops@example.com" };

test("what cdk.json says under a stage's name is the stage's, and no other's", () => {
  expect(stackOf("prod", { prod }).node.tryGetContext("alarmEmail")).toBe("ops@example.com");
  expect(stackOf("dev", { prod }).node.tryGetContext("alarmEmail")).toBeUndefined();
});

test("the command line wins, setting by setting", () => {
  const { node } = stackOf("prod", { prod, alarmEmail: "me@example.com" });
  expect(node.tryGetContext("alarmEmail")).toBe("me@example.com");
  expect(node.tryGetContext("mailFrom")).toBe("hello@mail.example.com");
});

test("a name that no setting has is told at once, and not by an alarm that nobody got", () => {
  expect(() => stackOf("prod", { prod: { alarmMail: "ops@example.com" } })).toThrow(/alarmMail.*alarmEmail/);
});

import { expect, test } from "@jest/globals";
import { Construct, RootConstruct } from "constructs";
import { useStageSettings } from "../../../infra/stack/settings/stage-settings.ts";

/** A stack with the context that CDK makes of cdk.json and the command line. */
function stackOf(stage: string, context: Record<string, unknown>): Construct {
  const root = new RootConstruct();
  for (const [name, value] of Object.entries(context)) root.node.setContext(name, value);
  const stack = new Construct(root, "Stack");
  useStageSettings(stack, stage);
  return stack;
}
const prod = { mailFrom: "hello@mail.example.com", alarmEmail: "ops@example.com" };

test("a setting under a stage's name in cdk.json applies to that stage only", () => {
  expect(stackOf("prod", { prod }).node.tryGetContext("alarmEmail")).toBe("ops@example.com");
  expect(stackOf("dev", { prod }).node.tryGetContext("alarmEmail")).toBeUndefined();
});

test("each setting on the command line overrides that of cdk.json", () => {
  const { node } = stackOf("prod", { prod, alarmEmail: "me@example.com" });
  expect(node.tryGetContext("alarmEmail")).toBe("me@example.com");
  expect(node.tryGetContext("mailFrom")).toBe("hello@mail.example.com");
});

test("an unknown setting stops the synthesis, and the error lists the settings", () => {
  expect(() => stackOf("prod", { prod: { alarmMail: "ops@example.com" } })).toThrow(/alarmMail.*alarmEmail/);
});

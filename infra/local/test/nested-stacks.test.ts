import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readStack } from "../base/nested-stacks.ts";

let dir: string;
const write = (name: string, template: object) => writeFileSync(join(dir, name), JSON.stringify(template));
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "nested-"));
  write("App.template.json", {
    Resources: {
      Queue: { Type: "AWS::SQS::Queue" },
      Inner: {
        Type: "AWS::CloudFormation::Stack",
        Properties: { Parameters: { given: { "Fn::GetAtt": ["Queue", "Arn"] } } },
        Metadata: { "aws:asset:path": "Inner.nested.template.json" },
      },
      Role: { Type: "AWS::IAM::Role", Properties: { Topic: { "Fn::GetAtt": ["Inner", "Outputs.topic"] } } },
      Next: {
        Type: "AWS::CloudFormation::Stack",
        Properties: { Parameters: { of: { "Fn::GetAtt": ["Inner", "Outputs.topic"] } } },
        Metadata: { "aws:asset:path": "Next.nested.template.json" },
      },
    },
    Outputs: { Topic: { Value: { "Fn::GetAtt": ["Inner", "Outputs.topic"] } } },
  });
  write("Inner.nested.template.json", {
    Resources: {
      Topic: { Type: "AWS::SNS::Topic" },
      Queue: {
        Type: "AWS::SQS::Queue",
        DependsOn: ["Topic", "Queue"],
        Properties: {
          Name: { "Fn::Join": ["", ["of ", { Ref: "given" }, { Ref: "AWS::Region" }, { Ref: "Queue" }]] },
        },
      },
    },
    Outputs: { topic: { Value: { Ref: "Topic" } } },
  });
  write("Next.nested.template.json", {
    Resources: { Reader: { Type: "AWS::SNS::Subscription", Properties: { TopicArn: { Ref: "of" } } } },
  });
});
afterAll(() => rmSync(dir, { recursive: true }));

test("resources of a nested stack are beside its parent's, with its parameters, which may be another's outputs, and a name of their own", () => {
  expect(readStack(dir)).toEqual({
    Resources: {
      Queue: { Type: "AWS::SQS::Queue" },
      Role: { Type: "AWS::IAM::Role", Properties: { Topic: { Ref: "Topic" } } },
      Reader: { Type: "AWS::SNS::Subscription", Properties: { TopicArn: { Ref: "Topic" } } },
      Topic: { Type: "AWS::SNS::Topic" },
      InnerQueue: {
        Type: "AWS::SQS::Queue",
        DependsOn: ["Topic", "InnerQueue"],
        Properties: {
          Name: {
            "Fn::Join": [
              "",
              ["of ", { "Fn::GetAtt": ["Queue", "Arn"] }, { Ref: "AWS::Region" }, { Ref: "InnerQueue" }],
            ],
          },
        },
      },
    },
    Outputs: { Topic: { Value: { Ref: "Topic" } } },
  });
});

test("a folder without a template has no stack", () => {
  expect(readStack(join(dir, "nowhere"))).toBeUndefined();
});

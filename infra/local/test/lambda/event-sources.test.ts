import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventSources } from "../../lambda/event-sources.ts";
import { Template } from "../../template.ts";
import { inFolder } from "../support/in-folder.ts";

test("two mappings of one source for the same function fail the start, as they fail a deployment", () =>
  inFolder((dir) => {
    const mapping = {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: { EventSourceArn: "arn:aws:sqs:us-east-1:000000000000:first", FunctionName: "signer" },
    };
    const Resources = { Once: mapping, Again: mapping };
    writeFileSync(join(dir, "Stack.template.json"), JSON.stringify({ Resources }));
    // The refusal comes before anything else is used.
    const options = { template: new Template(dir) } as Parameters<typeof eventSources>[0];
    expect(() => eventSources(options)).toThrow(/first and signer\. Lambda accepts one/);
  }));

import { expect, test } from "@jest/globals";
import { Executions } from "../../timers/executions.ts";
import { inFolder } from "../support/in-folder.ts";

const machineArn = "arn:aws:states:us-east-1:000000000000:stateMachine:Machine";
const names = ["first", "second", "third"];
const arnOf = (name: string) => machineArn.replace(":stateMachine:", ":execution:").concat(":", name);

test("executions are listed as on AWS: the running by their start and the others by their end, newest first", () =>
  inFolder((dir) => {
    const executions = new Executions(dir);
    const listed = (statusFilter: string) =>
      executions.list({ stateMachineArn: machineArn, statusFilter }).body.executions.map(({ name }) => name);
    for (const name of names) executions.start({ arn: arnOf(name), machineArn, input: "{}" });
    expect(listed("RUNNING")).toEqual(["third", "second", "first"]);
    for (const name of ["third", "first", "second"]) executions.end(arnOf(name), "SUCCEEDED");
    expect(listed("SUCCEEDED")).toEqual(["second", "first", "third"]);
  }));

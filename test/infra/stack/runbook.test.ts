import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { invocationOf } from "../../../shared/contract/operators/command.ts";
import { commands, timers } from "../../../shared/contract/service.ts";
import { idsOfType, nameOf, resources } from "./template.ts";

const runbook = readFileSync(join(import.meta.dirname, "../../../infra/RUNBOOK.md"), "utf8");
const STAGE = ["stage show", "stage pause", "stage resume"];
const alarms = ["Alarm", "CompositeAlarm"].flatMap((type) => idsOfType(`AWS::CloudWatch::${type}`));
/** Of a stage with a canary, which the local cloud has only on request, or with a domain. */
const elsewhere = ["CanaryFails", "CertificateEnds", "NoTraffic"];
const namesOf = (ids: string[]) => ids.map((id) => nameOf(id).replace(/^Alarms/, ""));

test("the runbook has one heading for each alarm, with its meaning, where to look and what to do", () => {
  const [, section = ""] = /\n## Alarms\n(.*?)\n## /s.exec(runbook) ?? [];
  const entries = section.split("\n### ").slice(1);
  expect(entries.map((entry) => entry.split("\n")[0]).sort()).toEqual(
    [...namesOf(alarms), ...elsewhere].sort(),
  );
  for (const entry of entries) expect(entry).toMatch(/\*\*Meaning\.\*\*.*\*\*Look\.\*\*.*\*\*Do\.\*\*/s);
});

test("an alarm's description names its heading in the runbook", () => {
  for (const id of alarms) {
    const { AlarmDescription } = resources[id].Properties;
    expect(AlarmDescription).toMatch(new RegExp(`Runbook: infra/RUNBOOK.md, ${namesOf([id])}\\.$`));
  }
});

test("the queues and functions that the runbook's commands name are in the template", () => {
  const commands = /\b(?:peek|redrive|metric \w+|AWS::\w+::\w+) ([A-Z][a-z]\w+)(?![\w$])/g;
  const named = [...runbook.matchAll(commands)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(15);
  const known = Object.keys(resources).map(nameOf);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("the runbook has a heading for each task that an operator must do without searching", () => {
  const headings = [...runbook.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(
    expect.arrayContaining([
      ...["Deploy", "Rotate a secret", "A leaked key", "Restore the table", "An erased person in a backup"],
      "Taxes: a new year's figures",
    ]),
  );
  expect(runbook).toContain("**Roll back.**");
});

test("the runbook explains how to rotate each secret of the stage", () => {
  const [, section = ""] = /\n### Rotate a secret\n(.*?)\n### /s.exec(runbook) ?? [];
  for (const id of idsOfType("AWS::SecretsManager::Secret"))
    expect(section).toContain(nameOf(id).replace(/^Secrets/, ""));
});

test("every command of npm run ops that the runbook shows exists", () => {
  const known = [...commands.map(invocationOf), "rollback arm", "rollback disarm", ...STAGE];
  const shown = [...runbook.matchAll(/npm run ops -- ([a-z]+ [a-z][a-z-]+)/g)].map(([, words = ""]) => words);
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((words) => !known.includes(words))).toEqual([]);
});

test("the alarms of timers name every timer", () => {
  const [, failed = ""] = /\n### TimerFailed\n(.*?)\n### /s.exec(runbook) ?? [];
  const [, erring = ""] = /\n### TimerErrors\n(.*?)\n### /s.exec(runbook) ?? [];
  for (const id of idsOfType("AWS::StepFunctions::StateMachine"))
    expect(failed).toContain(nameOf(id).replace(/^Timers/, ""));
  for (const { name } of timers) expect(erring).toContain(name);
});

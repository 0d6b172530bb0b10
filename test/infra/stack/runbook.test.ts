import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { idsOfType, nameOf, resources } from "./template.ts";

const runbook = readFileSync(join(import.meta.dirname, "../../../infra/RUNBOOK.md"), "utf8");
const alarms = idsOfType("AWS::CloudWatch::Alarm");
const namesOf = (ids: string[]) => ids.map((id) => nameOf(id).replace(/^Alarms/, ""));

test("the runbook has one heading for each alarm, with its meaning, where to look and what to do", () => {
  const [, section = ""] = /\n## Alarms\n(.*?)\n## /s.exec(runbook) ?? [];
  const entries = section.split("\n### ").slice(1);
  expect(entries.map((entry) => entry.split("\n")[0]).sort()).toEqual(namesOf(alarms).sort());
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

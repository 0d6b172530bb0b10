import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { invocationOf } from "../../../shared/contract/operators/command.ts";
import { commands } from "../../../shared/contract/service.ts";
import { idsOfType, nameOf, resources } from "./template.ts";

const folder = join(import.meta.dirname, "../../../infra/operations/");
const first = readFileSync(join(folder, "RUNBOOK.md"), "utf8");
const pages = Object.fromEntries(
  readdirSync(join(folder, "runbook"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => [file, readFileSync(join(folder, "runbook", file), "utf8")]),
);
const runbook = [first, ...Object.values(pages)].join("\n");
const STAGE = ["stage show", "stage pause", "stage resume"];
const alarms = ["Alarm", "CompositeAlarm"].flatMap((type) => idsOfType(`AWS::CloudWatch::${type}`));
/** Of a stage with a canary, which the local cloud has only on request, with a domain, or with a rail. */
const ofRail = ["BankSilent", "BankFileRejected", "BankLinesLeft"];
const elsewhere = ["CanaryFails", "CertificateEnds", "NoTraffic", ...ofRail];
const namesOf = (ids: string[]) => ids.map((id) => nameOf(id).replace(/^Alarms/, ""));
const entryOf = (page: string | undefined, heading: string) =>
  page?.split(/^## /m).find((entry) => entry.startsWith(`${heading}\n`)) ?? "";

test("the first page fits a screen and leads to the entry of each alarm: symptom, cause, what to do, proof", () => {
  expect(first.split("\n").length).toBeLessThanOrEqual(50);
  const index = [...first.matchAll(/\[(\w+)\]\(runbook\/([a-z]+\.md)#(\w+)\)/g)];
  expect(index.map(([, name]) => name).sort()).toEqual([...namesOf(alarms), ...elsewhere].sort());
  for (const [, name = "", page = "", anchor] of index) {
    expect(anchor).toBe(name.toLowerCase());
    expect(entryOf(pages[page], name)).toMatch(
      /\*\*Symptom\.\*\*.*\*\*Cause\.\*\*.*\*\*Do\.\*\*.*\*\*Proof\.\*\*/s,
    );
  }
});

test("an alarm's description names its entry of the runbook's first page", () => {
  for (const id of alarms) {
    const { AlarmDescription } = resources[id].Properties;
    expect(AlarmDescription).toMatch(
      new RegExp(`Runbook: infra/operations/RUNBOOK.md, ${namesOf([id])}\\.$`),
    );
  }
});

test("the queues and functions that the runbook's commands name are in the template", () => {
  const commands = /\b(?:peek|redrive|metric \w+|AWS::\w+::\w+) ([A-Z][a-z]\w+)(?![\w$])/g;
  const named = [...runbook.matchAll(commands)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(15);
  const known = Object.keys(resources).map(nameOf);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("the runbook explains how to rotate each secret of the stage", () => {
  const section = entryOf(pages["secrets.md"], "Rotate a secret");
  for (const id of idsOfType("AWS::SecretsManager::Secret"))
    expect(section).toContain(nameOf(id).replace(/^Secrets/, ""));
});

test("every command of npm run ops that the runbook shows exists", () => {
  const known = [...commands.map(invocationOf), "rollback arm", "rollback disarm", ...STAGE];
  const shown = [...runbook.matchAll(/npm run ops -- ([a-z]+ [a-z][a-z-]+)/g)].map(([, words = ""]) => words);
  expect(shown.length).toBeGreaterThan(30);
  expect(
    shown.filter((words) => ![words, words.replace(/ .*/, "")].some((each) => known.includes(each))),
  ).toEqual([]);
});

test("the page of timers names every timer's machine", () => {
  for (const id of idsOfType("AWS::StepFunctions::StateMachine"))
    expect(pages["timers.md"]).toContain(nameOf(id).replace(/^Timers/, ""));
});

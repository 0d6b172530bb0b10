import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import {
  exampleFields,
  readSettings,
  type StageSettings,
  settings,
} from "../../../infra/stack/settings/settings.ts";
import { chosenStage } from "../../../infra/stack/settings/stage-settings.ts";
import { brandCompany } from "../../../shared/domain/brand/brand.ts";
import { ach, newApp } from "./synthesise-stage.ts";

const complete = { mailFrom: "hello@mail.example.com", alarmEmail: "ops@example.com", exampleCompany: true };
const stages: Record<string, StageSettings> = { dev: {}, prod: complete };
const choose = (context: Record<string, unknown>) => chosenStage(newApp(context), stages);

describe("the chosen stage", () => {
  test("is dev without a name, and has its own settings and the defaults", () => {
    const { stage, settings, overridden } = choose({});
    expect([stage, settings.confirmationsPerHour, overridden]).toEqual(["dev", 1_000, []]);
    expect(settings.alarmEmail).toBeUndefined();
  });

  test("has a setting of the command line in place of the file's, and the others of the file", () => {
    const { settings, overridden } = choose({ stage: "prod", alarmEmail: "me@example.com" });
    expect(settings).toMatchObject({ ...complete, alarmEmail: "me@example.com" });
    expect(overridden).toEqual(["alarmEmail"]);
  });

  test.each(["prdo", "constructor"])("named %s is an error that lists the stages", (stage) => {
    expect(() => choose({ stage })).toThrow(
      `Unknown stage ${stage}. infra/stack/stages.ts has these: dev, prod`,
    );
  });

  test("with a misspelt setting on the command line is an error that lists the settings", () => {
    expect(() => choose({ alarmMail: "ops@example.com", "aws:cdk:enable-path-metadata": true })).toThrow(
      /^The command line has an unknown setting, alarmMail\. The settings are: stage, mailFrom, .*alarmEmail/,
    );
  });

  test("takes numbers and lists from the texts of the command line", () => {
    const input = { monthlyBudget: "12.50", reservedConcurrency: '{"create-payout":5}' };
    const read = { monthlyBudget: 12.5, reservedConcurrency: { "create-payout": 5 } };
    expect(choose(input).settings).toMatchObject(read);
  });
});

test.each(["mailFrom", "alarmEmail"])("prod without %s stops the synthesis", (missing) => {
  const input = { ...complete, [missing]: undefined };
  expect(() => readSettings("prod", input, {})).toThrow(`The stage prod needs the setting ${missing}.`);
});

test("prod with the example company of the brand file stops the synthesis", () => {
  expect(() => readSettings("prod", { ...complete, exampleCompany: false }, {})).toThrow(
    "The stage prod needs your company.",
  );
  expect(() => readSettings("dev", {}, {})).not.toThrow();
});

test("the company's fields that are still examples are named, and a complete company has none", () => {
  const payer = {
    name: "Acme Inc.",
    address: "1 Main Street, Springfield, IL 62701, USA",
    privacyEmail: "privacy@acme.test",
    securityEmail: "security@acme.test",
    custodianName: "Acme Brokerage",
    governingLaw: "the State of Illinois",
    isReal: true,
  };
  expect(exampleFields(brandCompany)).toEqual(expect.arrayContaining(Object.keys(payer)));
  const real = { ...brandCompany, ...payer };
  expect(exampleFields(real)).toEqual([]);
  expect(exampleFields({ ...real, isReal: false })).toEqual(["isReal"]);
});

test("an unknown setting stops the synthesis, and the error lists the settings", () => {
  const misspelt = { alarmMail: "ops@example.com" } as StageSettings;
  expect(() => readSettings("dev", misspelt, {})).toThrow(/alarmMail.*alarmEmail/);
});

const assistant = { name: "assistant", cidr: "192.0.2.0/24", factor: 20 };

test.each<[string, unknown]>([
  ["mailFrom", "hello"],
  ["mailIdentity", "old"],
  ["alarmEmail", "ops@"],
  ["confirmationsPerHour", 0],
  ["confirmationsPerHour", 1.5],
  ["sandboxSignupsPerMinute", "many"],
  ["rateLimitRanges", "assistant"],
  ...[
    { cidr: "everyone" },
    { cidr: "192.0.2.0/33" },
    { cidr: "2001:db8::/129" },
    { cidr: "0.0.0.0/0" },
    { name: "default" },
    { name: "2001:db8:1:2::/64" },
    { factor: 0 },
    { factor: "20" },
    { faktor: 2 },
  ].map((wrong): [string, unknown] => ["rateLimitRanges", [{ ...assistant, ...wrong }]]),
  ["rateLimitRanges", [assistant, assistant]],
  ["writeOrigins", ["https://app.example.com/path"]],
  ["writeOrigins", "https://app.example.com"],
  ["monthlyBudget", -5],
  ["domainName", "https://api.example.com"],
  ["certificateArn", "certificate"],
  ["backupVaultArn", "copies"],
  ["accountConcurrency", 9],
  ["reservedConcurrency", { "create-payouts": 5 }],
  ["reservedConcurrency", { "create-payout": 0 }],
  ["reservedConcurrency", { anonymous: "many" }],
  ["limiterDeadlineMs", "soon"],
  ["rail", "wire"],
  ...[
    { destination: "091000018" },
    { destination: "991000019" },
    { originatingDfi: "091000019" },
    { originName: "A name of more than 23 letters" },
    { companyId: "Größe" },
    { cutOffs: [] },
    { cutOffs: ["24:00"] },
    { sameDay: true },
    { leadDays: 3 },
    { cutoffs: ["14:00"] },
  ].map((wrong): [string, unknown] => ["ach", { ...ach, ...wrong }]),
])("the setting %s with the value %j stops the synthesis in one line", (name, value) => {
  const read = () => readSettings("dev", {}, { [name]: value });
  expect(read).toThrow(new RegExp(`^The setting ${name} of the stage dev.* is wrong\\. .+$`));
});

test.each([{ rail: "ach" }, { ach }])("half a rail stops the synthesis: %j", (half) => {
  expect(() => readSettings("dev", half as StageSettings, {})).toThrow(/rail and ach\. Set both or neither/);
  expect(readSettings("dev", { rail: "ach", ach }, {}).ach).toMatchObject({ leadDays: 1, sameDay: false });
});

test.each([{ domainName: "api.example.com" }, { certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" }])(
  "half a domain stops the synthesis: %j",
  (input) => expect(() => readSettings("dev", input, {})).toThrow(/domainName.*certificateArn/),
);

test("the table of settings in infra/README.md has each setting with its meaning and default", () => {
  const readme = readFileSync("infra/README.md", "utf8");
  for (const [name, { meaning, default: usual }] of Object.entries(settings)) {
    const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\` `));
    expect(row).toContain(`| ${meaning} `);
    if (usual !== undefined) expect(row).toContain(`| \`${JSON.stringify(usual)}\``);
  }
});

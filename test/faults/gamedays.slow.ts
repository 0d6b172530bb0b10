import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { gameFaults } from "../../infra/tools/gameday/faults.ts";
import { PlayedStage } from "../../infra/tools/gameday/played-stage.ts";
import { RunbookShell, readRunbook, unknownTo } from "../../infra/tools/gameday/runbook-shell.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";

/** The runbook's commands that fix each fault, and the first sign that an operator gets. */
const ways: Record<string, { sign?: string; within: number; lines: string[] }> = {
  leakedKey: {
    within: 0,
    lines: [
      "npm run ops -- keys list --account acme --stage $STAGE --json",
      "npm run ops -- keys revoke $LEAKED --reason Leaked --yes --stage $STAGE",
      "npm run ops -- endpoints disable $THIEF --account acme --reason Leaked --yes --stage $STAGE",
    ],
  },
  poison: {
    sign: "UnsentMail",
    within: 20,
    lines: [
      "peek MailDeadLetters",
      'aws sqs purge-queue --queue-url "$(resource AWS::SQS::Queue MailDeadLetters)"',
    ],
  },
  mapping: {
    sign: "RelaySilent",
    within: 5,
    lines: [
      `ID=$(aws lambda list-event-source-mappings --query "EventSourceMappings[?State=='Disabled'].[UUID]" --output text)`,
      "aws lambda update-event-source-mapping --uuid $ID --enabled",
    ],
  },
  rotation: {
    sign: "DeliveriesLate",
    within: 60,
    lines: [
      "ID=$(resource AWS::SecretsManager::Secret SecretsEndpointKey)",
      'NEW=$(aws secretsmanager get-secret-value --secret-id "$ID" --query SecretString --output text)',
      'OLD=$(aws secretsmanager get-secret-value --secret-id "$ID" --version-stage AWSPREVIOUS --query SecretString --output text)',
      'aws secretsmanager put-secret-value --secret-id "$ID" --secret-string "$NEW,$OLD"',
    ],
  },
  lostItems: {
    within: 0,
    lines: [
      "TABLE=$(resource AWS::DynamoDB::Table Table)",
      "npm run ops -- stage pause --for 1h --yes --stage $STAGE",
      `aws dynamodb restore-table-to-point-in-time --source-table-name "$TABLE" --target-table-name "$TABLE-restored" --restore-date-time 2026-11-21T09:30:00Z --global-secondary-index-override '[]'`,
      'aws dynamodb wait table-exists --table-name "$TABLE-restored"',
      'npm run restore:table -- "$TABLE-restored" "$TABLE" --yes',
      "npm run ops -- relay redrive --since 7d --restored --stage $STAGE",
      "npm run ops -- stage resume --stage $STAGE",
    ],
  },
  release: {
    sign: "AllRefused",
    within: 6,
    lines: ["git checkout COMMIT && npm ci && npm run deploy -- -c stage=$STAGE"],
  },
};

const hasCli = spawnSync("aws", ["--version"]).status === 0;
/** The first choice of each fault. The relay's mapping is the first of its name. */
const first = <T>(from: readonly T[]): T =>
  from.find((each) => /^RelayFromStream/.test(String(each))) ?? (from[0] as T);
let cloud: Cloud | undefined;
let stage: PlayedStage | undefined;

afterEach(async () => {
  stage?.close();
  await cloud?.end();
});

test("every fault of the game days has a way out, in commands of the runbook alone", () => {
  expect(Object.keys(ways)).toEqual(Object.keys(gameFaults));
  const runbook = readRunbook();
  for (const { lines } of Object.values(ways))
    expect(
      lines
        .flatMap((line) => unknownTo(runbook, line))
        .filter((part) => !/--(query|output|json)$/.test(part)),
    ).toEqual([]);
});

// The AWS CLI is no part of the project.
(hasCli ? test : test.skip).each(Object.keys(ways))(
  "%s: an alarm or a letter says so, and the runbook's commands fix it",
  async (name) => {
    const { sign, within, lines } = ways[name] as (typeof ways)[string];
    const fault = gameFaults[name] as (typeof gameFaults)[string];
    cloud = await startCloud();
    const played = await PlayedStage.start(cloud.url);
    stage = played;
    for (let minute = 0; minute < 8; minute++) await played.minute();
    await played.notices();
    await fault.act(played, first);
    expect(fault.letter?.(played) === undefined).toBe(sign !== undefined);
    const signs: string[] = [];
    for (let minute = 0; minute < within && !signs.includes(String(sign)); minute++) {
      await played.minute();
      signs.push(...(await played.notices()).map(({ name }) => name));
    }
    expect(signs).toEqual(sign === undefined ? [] : expect.arrayContaining([sign]));
    await played.minute();
    expect(await fault.isHealed(played)).toBe(false);

    const folder = mkdtempSync(join(tmpdir(), "gameday-"));
    const shell = new RunbookShell(cloud.url, folder);
    const ids = name === "leakedKey" ? await idsOf(played) : { leaked: "", thief: "" };
    for (const line of lines) {
      const filled = line.replace("$LEAKED", ids.leaked).replace("$THIEF", ids.thief);
      const ended = await shell.run(filled, await played.now());
      expect([filled, ended]).toEqual([filled, { code: 0, output: ended.output }]);
      await played.minute();
    }
    rmSync(folder, { recursive: true });
    for (let minute = 0; minute < 4; minute++) await played.minute();
    expect(await fault.isHealed(played)).toBe(true);
  },
  300_000,
);

/** What an operator reads in the lists of keys and endpoints. */
async function idsOf(played: PlayedStage) {
  const { data: endpoints } = (await played.keyed("/v1/webhooks")).json() as {
    data: { id: string; url: string }[];
  };
  const keys = (await played.command("list-keys", { account: "acme" })).data as {
    key_id: string;
    last4?: string;
  }[];
  const leaked = keys.find(({ last4 }) => last4 && played.secondKey.endsWith(last4)) ?? keys.at(-1);
  return {
    leaked: String(leaked?.key_id),
    thief: String(endpoints.find(({ url }) => url.endsWith("/thief"))?.id),
  };
}

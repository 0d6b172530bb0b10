import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { operationId } from "../../../../shared/contract/operation.ts";
import { operations } from "../../../../shared/contract/service.ts";
import { sharedCloud } from "../../../../test/support/cloud/shared-cloud.ts";
import type { Json } from "../../../local/test/support/http.ts";
import { root } from "../languages/language.ts";
import { isOperation, mistakeIn } from "./check-sample.ts";
import { commandsIn, runCurl } from "./curl-command.ts";
import { samplesOfDocs } from "./page-samples.ts";
import { startRecorder } from "./recorder.ts";
import { readySample, sampleWorld, withNames } from "./sample-world.ts";

const cloud = await sharedCloud();
const recorder = await startRecorder(cloud.url);
const samples = await samplesOfDocs(cloud);

const inLanguage = (chosen: string) => samples.filter(({ language }) => language === chosen);

test.each(["curl", "typescript", "python", "go", "java"])("each operation has a sample in %s", (language) => {
  const names = inLanguage(language).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(operations.map(({ name }) => operationId(name))));
});

/** The samples that show an error, and its status. */
const failing: Readonly<Record<string, number>> = { errors: 400, "docs-testing-2": 400 };

test("each curl of the documentation does what its text says", async () => {
  const world = await sampleWorld(cloud);
  const mistakes: (string | undefined)[] = [];
  for (const sample of inLanguage("curl")) {
    const { name, path: page } = sample;
    // The requests of an event's page cause the event in their order: test/journeys/docs-events.test.ts.
    if (page.startsWith("/docs/events/")) continue;
    let printed = "";
    let saved: Record<string, string> = {};
    for (const command of commandsIn(readySample(sample, world, recorder))) {
      printed = await runCurl(withNames(command, saved));
      const { id } = printed.startsWith("{") ? JSON.parse(printed) : {};
      if (id) saved = { [world.idsOf(name).DRIVER_ID ?? ""]: id };
      // A key allows 20 requests a second.
      await sleep(50);
    }
    const done = recorder.of(name);
    // Its last command prints the hash of the file, which the first one's reply names.
    if (name === "reconcile") expect(printed).toMatch(new RegExp(`^${done[0]?.reply.json.entries_sha256} `));
    if (isOperation(name)) mistakes.push(mistakeIn(name, done, printed));
    else
      for (const { method, path, reply } of done)
        if (reply.status !== failing[name] && (failing[name] || reply.status >= 300))
          mistakes.push(`${name}: ${method} ${path} returned ${reply.status}: ${reply.text}`);
    if (done.length === 0) mistakes.push(`${name} sent nothing`);
  }
  expect(mistakes.filter((each) => each !== undefined)).toEqual([]);
});

test("the README's first calls do what its text says, at another port", async () => {
  const { port } = new URL(cloud.url);
  const text = readFileSync(join(root, "README.md"), "utf8");
  const [calls = ""] = text.split("Start the service")[1]?.split("\n## The rooms") ?? [];
  const commands = [...calls.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) =>
    block.trim().split(/\n(?! )/),
  );
  const env = { ...process.env, NODE_OPTIONS: "", PORT: port };
  const printedBy = async (typed: string) =>
    (await promisify(execFile)("sh", ["-ec", typed], { cwd: root, env })).stdout;
  const hosts: Record<string, string> = { "localhost:3000": `localhost:${port}` };
  const replies: Json[] = [];
  for (const command of commands) {
    const typed = withNames(command, hosts);
    const [, variable] = /^(\w+)=/.exec(typed) ?? [];
    // The shell of a reader stays, and each of these is a new one.
    if (variable) hosts[`$${variable}`] = await printedBy(`${typed}\nprintf %s "$${variable}"`);
    else {
      const reply = JSON.parse(await printedBy(typed.replace(/^curl /, "curl -sS ")));
      replies.push(reply);
      if (reply.signup_id) hosts.SIGNUP_ID = reply.signup_id;
      if (reply.object === "driver") hosts.DRIVER_ID = reply.id;
    }
  }
  expect(replies.map(({ status }) => status)).toEqual(["initiated", "initiated", "active", "completed"]);
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(calls)?.[1] ?? "{}");
  const { "...": _, ...fields } = shown;
  expect(Object.keys(replies[0])).toEqual(expect.arrayContaining(Object.keys(fields)));
});

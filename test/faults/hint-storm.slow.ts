import { expect, test } from "@jest/globals";
import { Template } from "../../infra/local/base/template.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { assemblyDir } from "../support/cloud/assembly.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { livePartner } from "../support/partner/driver-figures.ts";
import { type Answer, Receiver } from "../support/partner/receiver.ts";

const queues = new Template(assemblyDir).ids("AWS::SQS::Queue");
const deadLetters = queues.filter((id) => /DeadLetters/.test(id));
const lanes = queues.filter((id) => /Webhooks(First|Later|Slow)(?!DeadLetters)/.test(id));

const LOAD_MS = 5_000;
/** The failures of half of the first attempts. */
const FAILURES: Answer[] = ["hang", { status: 500 }, { status: 200, cutOff: true }];

test("hints stay within three for each delivery, and drain after the load, when receivers hang on a fast clock", async () => {
  const cloud = await startCloud({ timeScale: 60 });
  const partner = await livePartner(cloud, { isBusy: true });
  const receiver = await Receiver.start();
  const tried = new Map<string, number>();
  receiver.answer = ({ path, json }) => {
    const before = tried.get(path + json.id) ?? 0;
    tried.set(path + json.id, before + 1);
    if (path === "/well" || before > 0 || tried.size % 2 === 0) return { status: 204 };
    return FAILURES[tried.size % FAILURES.length] as Answer;
  };
  for (const path of ["/well", "/ill"])
    await partner.create("/v1/webhooks", { url: receiver.url(path), events: ["driver.created"] });

  const created = new Set<string>();
  const hints = async () => {
    const lengths = await Promise.all(lanes.map((id) => cloud.queueLength(id)));
    return lengths.reduce((sum, length) => sum + length, 0);
  };
  const samples: { hints: number; deliveries: number }[] = [];
  const sample = async () => samples.push({ hints: await hints(), deliveries: 2 * created.size });
  const until = performance.now() + LOAD_MS;
  const client = async () => {
    while (performance.now() < until) created.add((await partner.driver()).id);
  };
  const load = Promise.all(Array.from({ length: 6 }, client));
  while (performance.now() < until) {
    await sample();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await load;

  const got = (path: string) => new Set(receiver.at(path).map(({ json }: { json: Json }) => json.data.id));
  await eventually(async () => {
    await sample();
    return [got("/well"), got("/ill")].every((ids) => ids.size === created.size) && (await hints()) === 0;
  }, 50_000);
  expect(samples.filter(({ hints, deliveries }) => hints > 3 * deliveries + 20)).toEqual([]);
  for (const id of deadLetters) expect([id, await cloud.queueLength(id)]).toEqual([id, 0]);
}, 90_000);

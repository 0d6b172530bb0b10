import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { endClouds } from "./support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { startLocalCloud } from "./support/local-cloud.ts";

const assembly = fixtureAssembly(({ add }) => {
  const source =
    "export const handler = () => ({ targets: process.env.LOCAL_TARGETS ?? null, own: process.env.OWN });";
  add("Teller", source, { OWN: "mine" });
});
afterEach(endClouds);
afterAll(removeFixtures);

describe("functions of the local cloud", () => {
  test("are told that deliveries may go to this machine, beside what the template tells them", async () => {
    const cloud = await startLocalCloud({ assembly });
    expect(await cloud.invoke("teller", {})).toEqual({ targets: "allow", own: "mine" });
  });

  test("are told nothing more than on AWS where only public targets will do", async () => {
    const cloud = await startLocalCloud({ assembly, args: ["--public-targets"] });
    expect(await cloud.invoke("teller", {})).toEqual({ targets: null, own: "mine" });
  });
});

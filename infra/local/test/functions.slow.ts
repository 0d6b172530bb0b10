import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { endClouds } from "./support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";
import { startLocalCloud } from "./support/local-cloud.ts";

const assembly = fixtureAssembly(({ add }) => {
  const source =
    "export const handler = () => ({ targets: process.env.LOCAL_TARGETS ?? null, own: process.env.OWN });";
  add("Teller", source, { OWN: "mine" });
  for (const name of ["Dice", "OtherDice"])
    add(name, "export const handler = () => Array.from({ length: 5 }, Math.random);");
});
afterEach(endClouds);
afterAll(removeFixtures);

describe("the environment variables of a function", () => {
  test("by default, LOCAL_TARGETS allows this machine, and the template's variables are set", async () => {
    const cloud = await startLocalCloud({ assembly });
    expect(await cloud.invoke("teller", {})).toEqual({ targets: "allow", own: "mine" });
  });

  test("with --public-targets, LOCAL_TARGETS is not set", async () => {
    const cloud = await startLocalCloud({ assembly, args: ["--public-targets"] });
    expect(await cloud.invoke("teller", {})).toEqual({ targets: null, own: "mine" });
  });
});

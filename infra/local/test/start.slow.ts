import { request } from "node:http";
import { afterAll, afterEach, describe, expect, test } from "@jest/globals";
import { freePort } from "../ports.ts";
import { endClouds, newFolder, startProcess } from "./support/cloud-process.ts";
import { fixtureAssembly, removeFixtures } from "./support/fixture.ts";

const assembly = fixtureAssembly(({ add }) => void add("Teller", "export const handler = () => ({});", {}));
afterEach(endClouds);
afterAll(removeFixtures);

type First = { status: number; retryAfter: string | undefined };

/** The answer to the first request that anything on this port accepts. */
async function firstAnswer(port: number): Promise<First> {
  for (;;) {
    const answer = await new Promise<First | undefined>((resolve, reject) => {
      const asked = request({ port, path: "/anything", timeout: 10_000 }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] });
      });
      asked.once("timeout", () => asked.destroy(new Error("No answer within 10 s")));
      asked.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ECONNREFUSED" ? resolve(undefined) : reject(error),
      );
      asked.end();
    });
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("the start", () => {
  test("a request that arrives before the cloud is ready gets a 503 with retry-after", async () => {
    const port = await freePort();
    const [answer] = await Promise.all([
      firstAnswer(port),
      startProcess({ assembly, port, dataDir: newFolder() }),
    ]);
    expect(answer).toEqual({ status: 503, retryAfter: "1" });
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { placesOfFault } from "../../../infra/operations/fault.ts";
import { CopiedProject } from "../../support/cloud/copied-project.ts";

const project = new CopiedProject();
const HANDLER = "functions/agent/get-product-info.ts";
const PLACE = `${HANDLER}:8:`;

beforeAll(async () => {
  project.edit(
    HANDLER,
    "answer: (_, { reply }) =>",
    'answer: (_, { reply }) => {\n    if (Date.now() > 0) throw new TypeError("kaboom ana@example.com");\n    return',
  );
  project.edit(HANDLER, "    }),\n};", "    });\n  },\n};");
  await project.start();
});
beforeEach(() => project.forgetPrinted());

const logged = () => readFileSync(join(project.dataDir, "logs", "get-product-info.log"), "utf8");

test("the terminal of npm start has its message, its line in the sources and the request's id", async () => {
  const { status, headers } = await project.call("/api/agent/product");
  expect(status).toBe(500);
  const [text] = await project.prints(/^get-product-info failed: [\s\S]*?functions\S+/m);
  expect(text).toBe(
    `get-product-info failed: TypeError: kaboom ana@example.com (request ${headers["x-request-id"]})\n    at ${PLACE}31`,
  );
});

test("the log has the frames and no message, and ops fault leads from them to the line", async () => {
  const fault = await eventually(async () =>
    logged()
      .split("\n")
      .find((line) => line.includes('"fault"')),
  );
  expect(fault).not.toMatch(/kaboom|ana@/);
  expect(placesOfFault([fault])).toContain(PLACE);
});

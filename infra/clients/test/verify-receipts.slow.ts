import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { npmPackages } from "../../../test/support/installed-programs.ts";
import { receiptCases } from "./receipt-cases.ts";

/** `npm run test:clients` asks the libraries of the service. */
test("jose accepts and refuses the signature of each receipt as the cases say", async () => {
  const jose = join(npmPackages(["jose@6.2.18"]), "node_modules", "jose", "dist", "webapi", "index.js");
  const { compactVerify, createLocalJWKSet } = await import(pathToFileURL(jose).href);
  const known = receiptCases.filter(({ foreign }) => foreign);
  const answers = known.map(({ receipt, keys }) =>
    compactVerify(receipt, createLocalJWKSet(JSON.parse(keys)), { algorithms: ["EdDSA"] }).then(
      () => "yes",
      () => "no",
    ),
  );
  expect(await Promise.all(answers)).toEqual(known.map(({ foreign }) => foreign));
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { lackOf, npmPackages, pythonPrograms, run } from "../../../test/support/installed-programs.ts";
import { receiptCases } from "./receipt-cases.ts";

const known = receiptCases.filter(({ foreign }) => foreign);
const expected = known.map(({ name, foreign }) => [name, foreign]);
const beside = (answers: readonly string[]) => known.map(({ name }, i) => [name, answers[i]]);

/** A folder with the program and the cases as JSON: their receipts and key sets. */
function folderOf(file: string, program: string): string {
  const folder = mkdtempSync(join(tmpdir(), "receipts-"));
  writeFileSync(join(folder, file), program);
  const cases = known.map(({ receipt, keys }) => ({ receipt, keys: JSON.parse(keys).keys }));
  writeFileSync(join(folder, "cases.json"), JSON.stringify(cases));
  return folder;
}

/** `npm run test:clients` asks the libraries of the service. */
test("jose accepts and refuses the signature of each receipt as the cases say", async () => {
  const jose = join(npmPackages(["jose@6.2.18"]), "node_modules", "jose", "dist", "webapi", "index.js");
  const { compactVerify, createLocalJWKSet } = await import(pathToFileURL(jose).href);
  const answers = known.map(({ receipt, keys }) =>
    compactVerify(receipt, createLocalJWKSet(JSON.parse(keys)), { algorithms: ["EdDSA"] }).then(
      () => "yes",
      () => "no",
    ),
  );
  expect(beside(await Promise.all(answers))).toEqual(expected);
});

const PYTHON = `
import json, jwt
for case in json.load(open("cases.json")):
    try:
        kid = jwt.get_unverified_header(case["receipt"])["kid"]
        key = jwt.PyJWKSet.from_dict({"keys": case["keys"]})[kid].key
        jwt.decode(case["receipt"], key, algorithms=["EdDSA"], options={"verify_iat": False})
        print("yes")
    except Exception:
        print("no")
`;

const lackOfPython = lackOf(["python3"]);
(lackOfPython ? test.skip : test)(`so does PyJWT${lackOfPython}`, () => {
  const python = join(pythonPrograms(["pyjwt==2.10.1", "cryptography==46.0.3"]), "python");
  const printed = run(folderOf("verify.py", PYTHON), python, ["verify.py"]);
  expect(beside(printed.trim().split("\n"))).toEqual(expected);
});

const GO = `package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/golang-jwt/jwt/v5"
)

type Case struct {
	Receipt string
	Keys    []struct{ Kid, X string }
}

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases []Case
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	for _, each := range cases {
		_, err := jwt.Parse(each.Receipt, func(token *jwt.Token) (any, error) {
			for _, key := range each.Keys {
				if key.Kid == token.Header["kid"] {
					x, err := base64.RawURLEncoding.DecodeString(key.X)
					return ed25519.PublicKey(x), err
				}
			}
			return nil, errors.New("no key")
		}, jwt.WithValidMethods([]string{"EdDSA"}))
		fmt.Println(map[bool]string{true: "yes", false: "no"}[err == nil])
	}
}
`;

const lackOfGo = lackOf(["go"]);
(lackOfGo ? test.skip : test)(`so does golang-jwt${lackOfGo}`, () => {
  const folder = folderOf("main.go", GO);
  run(folder, "go", ["mod", "init", "verify"]);
  run(folder, "go", ["get", "github.com/golang-jwt/jwt/v5@v5.3.0"]);
  expect(beside(run(folder, "go", ["run", "."]).trim().split("\n"))).toEqual(expected);
});

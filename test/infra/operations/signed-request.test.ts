import { expect, test } from "@jest/globals";
import { authorizationOf } from "../../../infra/operations/ops/signed-request.ts";

/** `post-vanilla` of the test suite that AWS published for signature version 4. */
test("a request is signed as in AWS's own example", () => {
  const headers = { host: "example.amazonaws.com", "x-amz-date": "20150830T123600Z" };
  const credentials = {
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  };
  expect(authorizationOf({ headers, region: "us-east-1", service: "service", body: "" }, credentials)).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
  );
});

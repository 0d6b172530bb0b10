import { expect, test } from "@jest/globals";
import { adding, setting } from "../../shared/store/table/updates.ts";

test("fields with a value are set, and fields without one are removed", () => {
  expect(setting({ status: "active", slow: undefined, failures: 0, disabled: undefined })).toEqual({
    UpdateExpression: "SET #status = :status, #failures = :failures REMOVE #slow, #disabled",
    ExpressionAttributeNames: {
      "#status": "status",
      "#slow": "slow",
      "#failures": "failures",
      "#disabled": "disabled",
    },
    ExpressionAttributeValues: { ":status": "active", ":failures": 0 },
  });
});

test("an update that removes nothing has no REMOVE", () => {
  expect(setting({ email: "a@example.com" }).UpdateExpression).toBe("SET #email = :email");
});

test("an update adds what changes, and of zeros the first, because DynamoDB refuses an empty expression", () => {
  expect(adding({ miles: 0, mileage: 5 }).ExpressionAttributeValues).toEqual({ ":a0": 5 });
  expect(adding({ miles: 0, mileage: 0 })).toEqual({
    UpdateExpression: "ADD #a0 :a0",
    ExpressionAttributeNames: { "#a0": "miles" },
    ExpressionAttributeValues: { ":a0": 0 },
  });
});

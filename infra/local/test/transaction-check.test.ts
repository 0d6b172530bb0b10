import { expect, test } from "@jest/globals";
import { transactionProblem } from "../dynamodb/transaction-check.ts";

const update = { TableName: "Table", Key: { pk: { S: "a" } }, UpdateExpression: "REMOVE #phone" };
const names = { "#phone": "phone" };

test.each([
  [{ ...update, ExpressionAttributeNames: names, ExpressionAttributeValues: {} }, "Values must not be empty"],
  [{ ...update, ExpressionAttributeNames: {} }, "ExpressionAttributeNames must not be empty"],
  [{ ...update, UpdateExpression: "" }, "Invalid UpdateExpression"],
  [{ ...update, ConditionExpression: "" }, "Invalid ConditionExpression"],
])("DynamoDB refuses a transaction with an empty part", (Update, message) => {
  const body = { TransactItems: [{ Delete: { TableName: "Table" } }, { Update }] };
  expect(transactionProblem("TransactWriteItems", body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(message) },
  });
});

test("it takes one without, and the engine checks single calls itself", () => {
  const whole = { ...update, ExpressionAttributeNames: names };
  expect(transactionProblem("TransactWriteItems", { TransactItems: [{ Update: whole }] })).toBeUndefined();
  expect(transactionProblem("UpdateItem", { ...update, ExpressionAttributeValues: {} })).toBeUndefined();
});

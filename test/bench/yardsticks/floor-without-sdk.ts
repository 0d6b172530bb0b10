import { request } from "node:https";

/** The least work of a function with a table and no SDK. It signs nothing, so no real client can reach it. */
export const handler = () =>
  new Promise((resolve, reject) => {
    const headers = {
      "x-amz-target": "DynamoDB_20120810.GetItem",
      "content-type": "application/x-amz-json-1.0",
    };
    const call = request(process.env.AWS_ENDPOINT_URL ?? "", { method: "POST", headers }, (response) => {
      response.resume();
      response.once("end", () => resolve({ statusCode: 200 }));
    });
    call.once("error", reject);
    call.end(
      JSON.stringify({ TableName: process.env.TABLE_NAME, Key: { pk: { S: "FLOOR" }, sk: { S: "FLOOR" } } }),
    );
  });

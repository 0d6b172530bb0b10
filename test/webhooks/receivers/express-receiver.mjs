import { createRequire } from "node:module";
import { verify } from "./verifier.mjs";

const express = createRequire(process.env.EXPRESS)("express");
const answer = ({ headers, body }, response) =>
  response.status(verify(process.env.SECRET, headers, body) ? 204 : 400).end();

const server = express()
  .post("/bytes", express.raw({ type: "application/json" }), answer)
  .post("/text", express.text({ type: "application/json" }), answer)
  .listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));

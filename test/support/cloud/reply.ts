import type { IncomingHttpHeaders } from "node:http";

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  json: Json;
};
// biome-ignore lint/suspicious/noExplicitAny: what a reply holds is for the tests to say
export type Json = any;

import type { Operation } from "../../contract/operation.ts";
import { documentOf, unpacked } from "./document.ts";
import { readRequest } from "./request.ts";
import { storable } from "./responses.ts";
import { serveRequests } from "./serve.ts";

export function serveDocument(op: Operation & { cacheFor: number }, packed: string) {
  const reply = { statusCode: 200, headers: { "content-type": "application/json" }, body: unpacked(packed) };
  const document = documentOf(storable(reply, op.cacheFor));
  return serveRequests(op.name, async (event) => {
    readRequest(op, event);
    return document(event);
  });
}

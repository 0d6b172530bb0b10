import { sampleReceiver, sampleYesterday } from "../../contract/openapi/example-arguments.ts";
import { DAY } from "../../domain/limit/window.ts";
import { baseUrl } from "../../http/serve/responses.ts";

/** On one machine, the receiver is the one that `npm run webhooks:listen` starts. */
export function withRequestValues(page: string, now: Date): string {
  const isLocal = /^https?:\/\/(localhost|127\.)/.test(baseUrl());
  const yesterday = new Date(now.getTime() - DAY * 1000).toISOString().slice(0, 10);
  return page
    .replaceAll(sampleReceiver, isLocal ? "http://localhost:4000/" : "https://example.com/webhooks")
    .replaceAll(sampleYesterday, `${yesterday}T00:00:00Z`);
}

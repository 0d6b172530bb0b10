import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export type Visit = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  parameters: Record<string, string>;
};
/** By method and path, in the notation of an HTTP API. Each writes its own reply. */
export type ControlRoutes = Record<string, (visit: Visit) => unknown>;
type ControlAnswer = { status: number; body: unknown };

export const sendJson = (response: ServerResponse, status: number, value: unknown): unknown =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value ?? {}));

/** Replies with a value. */
export const shows =
  (value: () => unknown) =>
  async ({ response }: Visit) =>
    sendJson(response, 200, await value());

/** Changes something, and replies with the result. */
export const changes = (change: (body: never, isWanted: () => boolean) => unknown) =>
  answers(async (body, isWanted) => ({ status: 200, body: await change(body, isWanted) }));

/** Takes a JSON body, which no page of another origin can send. `isWanted`: the caller still waits. */
export const answers =
  (perform: (body: never, isWanted: () => boolean) => ControlAnswer | Promise<ControlAnswer>) =>
  async ({ request, response }: Visit) => {
    if (request.headers["content-type"] !== "application/json")
      return sendJson(response, 415, { message: "The content type must be application/json." });
    try {
      const { status, body } = await perform(
        JSON.parse(await text(request)) as never,
        () => !response.destroyed,
      );
      return sendJson(response, status, body);
    } catch (error) {
      const { message } = error as Error;
      const isMistaken = error instanceof RangeError || error instanceof SyntaxError;
      return sendJson(response, isMistaken ? 400 : 500, { message });
    }
  };

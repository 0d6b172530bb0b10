import type { Json } from "../../../infra/local/test/support/http.ts";

type Message = { id?: number; method?: string; params?: Json; result?: Json };
/** Sends a command of the inspector protocol. */
type Command = (method: string, params?: Json) => Promise<Json>;
/** Hears an event of a thread. `command` goes to the same thread. */
export type OnEvent = (method: string, params: Json, command: Command) => void;

/** Numbers the commands, and gives each its result. */
function commands(write: (message: Message) => void) {
  const waiting = new Map<number, (result: Json) => void>();
  const command: Command = (method, params = {}) => {
    const id = waiting.size + 1;
    write({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const settle = ({ id, result }: Message) => waiting.get(id ?? 0)?.(result);
  return { command, settle };
}

/** Attaches to a process and to its worker threads, as an editor does. Returns how to detach. */
export async function attachDebugger(port: number, onEvent: OnEvent): Promise<() => void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Json[];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const main = commands((message) => socket.send(JSON.stringify(message)));
  const threads = new Map<string, ReturnType<typeof commands>>();

  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id) return main.settle(message);
    const { sessionId } = message.params ?? {};
    if (message.method === "NodeWorker.attachedToWorker") {
      const thread = commands((inner) => {
        void main.command("NodeWorker.sendMessageToWorker", { sessionId, message: JSON.stringify(inner) });
      });
      threads.set(sessionId, thread);
      onEvent("attached", {}, thread.command);
    }
    if (message.method !== "NodeWorker.receivedMessageFromWorker") return;
    const inner: Message = JSON.parse(message.params.message);
    const thread = threads.get(sessionId);
    if (inner.id) thread?.settle(inner);
    else if (thread) onEvent(inner.method ?? "", inner.params, thread.command);
  });
  await main.command("NodeWorker.enable", { waitForDebuggerOnStart: true });
  return () => socket.close();
}

import { type StageCaller, Finding } from "./caller.ts";

type FastCheck = {
  name: string;
  /** Where to look, or which setting to change, when it fails. */
  wayOut: string;
  run: (caller: StageCaller) => Promise<void>;
};

export const WIDEN =
  'IAM may judge transactions otherwise than we expect. Deploy with tableGrants: "all items" (infra/README.md), and tell us';

const page = async (caller: StageCaller, path: string, words: string) => {
  const { text } = await caller.expect(200, path, caller.call(path));
  if (!text.includes(words)) throw new Finding(`${path} answered without ${words}`);
};

export const openChecks: readonly FastCheck[] = [
  {
    name: "the gateway answers, and the table behind it",
    wayOut: "Look at the access log and at the log lines of show-health",
    run: async (caller) => void (await caller.expect(200, "/health?ready", caller.call("/health?ready"))),
  },
  {
    name: "the pages are served",
    wayOut: "Look at the log lines of the page's function",
    run: async (caller) => {
      await page(caller, "/", "<main");
      await page(caller, "/docs", "<main");
    },
  },
  {
    name: "both OpenAPI documents are served",
    wayOut: "Look at the log lines of get-agent-openapi and get-platform-openapi",
    run: async (caller) => {
      await page(caller, "/api/openapi.json", '"openapi"');
      await page(caller, "/v1/openapi.json", '"openapi"');
    },
  },
  {
    name: "the MCP server lists its tools",
    wayOut: "Look at the log lines of serve-mcp",
    run: async (caller) => {
      const json = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const headers = {
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      };
      const { text } = await caller.expect(200, "/api/mcp", caller.call("/api/mcp", { json, headers }));
      if (!text.includes("start_signup")) throw new Finding("The list has no tool start_signup");
    },
  },
];

export const writeCheck: FastCheck = {
  name: "a transaction over several nouns is written, and an idempotency key replays it",
  wayOut: WIDEN,
  run: async (caller) => {
    const json = { email: "smoke@example.com", first_name: "Smoke", last_name: "Test" };
    const headers = { "idempotency-key": caller.id };
    const create = () => caller.keyed("/v1/drivers", { json, headers });
    const createdDriver = await caller.expect(201, "/v1/drivers", create());
    const driver = String(createdDriver.json().id);
    // A second try gets the same driver.
    if (caller.driver !== driver) caller.cleanUps.unshift(() => caller.remove(`/v1/drivers/${driver}`));
    caller.driver = driver;
    const again = await caller.expect(201, "/v1/drivers", create());
    if (again.text !== createdDriver.text || again.headers.get("idempotent-replayed") !== "true")
      throw new Finding("The repeated request was not replayed");
  },
};

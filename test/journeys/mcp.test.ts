import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { type Cloud, endClouds, freshAddress, freshEmail, type Json, startCloud } from "../support/cloud.ts";
import { call, initialize, LEGACY, legacy, MCP, MODERN, modern, resultOf } from "../support/mcp.ts";

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterEach(() => cloud.inject());
afterAll(endClouds);

const status = async (reply: Promise<{ status: number; json: Json }>) => {
  const { status, json } = await reply;
  return [status, json?.error?.code];
};

describe("the list of tools", () => {
  test("costs a model less than 1,500 tokens, whichever revision it is read in", async () => {
    for (const reply of [await modern(cloud, "tools/list"), await legacy(cloud, "tools/list")]) {
      expect(Buffer.byteLength(reply.text) / 4).toBeLessThan(1_500);
    }
  });

  test("holds the contract's tools, each with a title, all four hints and flat schemas of plain keywords", async () => {
    const { tools } = resultOf(await modern(cloud, "tools/list"));
    expect(tools.map(({ name }: Json) => name).sort()).toEqual(
      toolOperations.map(({ tool }) => tool.name).sort(),
    );
    for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
      expect([typeof title, typeof description]).toEqual(["string", "string"]);
      expect(Object.values(annotations).filter((hint) => typeof hint === "boolean")).toHaveLength(4);
      expect([inputSchema.type, inputSchema.additionalProperties]).toEqual(["object", false]);
      expect([outputSchema.type, outputSchema.additionalProperties]).toEqual(["object", undefined]);
      expect(JSON.stringify([inputSchema, outputSchema])).not.toMatch(/"(\$\w+|x-[\w-]+)":|"type":\[/);
    }
  });

  test("tells facts, and gives a model no orders", async () => {
    const { tools } = resultOf(await modern(cloud, "tools/list"));
    const { instructions } = resultOf(await modern(cloud, "server/discover"));
    for (const text of [instructions, ...tools.map(({ description }: Json) => description)]) {
      expect(text).not.toMatch(
        /\b(you must|always|never call|do not call|before calling|first call|IMPORTANT)\b/i,
      );
    }
  });
});

describe("the revision 2026-07-28", () => {
  test("is discovered, with what the server is and can do", async () => {
    const result = resultOf(await modern(cloud, "server/discover"));
    expect(result).toMatchObject({
      supportedVersions: [MODERN],
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheScope: "public",
    });
    const [info]: Json[] = Object.values(result._meta);
    expect(info).toMatchObject({ name: "portable-roth", title: "Portable Roth", version: "1.0.0" });
    for (const { src, mimeType } of info.icons) {
      const { pathname } = new URL(src);
      expect((await cloud.call(pathname)).headers["content-type"]).toBe(mimeType);
    }
  });

  test.each([
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["prompts/list", {}],
    ["server/discover", {}],
  ])("%s may be kept by anybody for an hour", async (method, params) => {
    expect(resultOf(await modern(cloud, method, params))).toMatchObject({
      resultType: "complete",
      ttlMs: 3_600_000,
      cacheScope: "public",
    });
  });

  test("wants headers that say what the body says", async () => {
    const listed = (headers: Record<string, string>) => status(modern(cloud, "tools/list", {}, { headers }));
    expect(await listed({})).toEqual([200, undefined]);
    expect(await listed({ "mcp-method": "tools/call" })).toEqual([400, -32020]);
    expect(await listed({ "mcp-protocol-version": "2025-11-25" })).toEqual([400, -32020]);
    const named = { name: "get_product_info", arguments: {} };
    expect(
      await status(modern(cloud, "tools/call", named, { headers: { "mcp-name": "start_signup" } })),
    ).toEqual([400, -32020]);
  });

  test("refuses revisions, methods and tools that there are none of, each in the protocol's way", async () => {
    expect(await status(modern(cloud, "tools/list", {}, { version: "2099-01-01" }))).toEqual([400, -32022]);
    for (const method of ["ping", "logging/setLevel", "resources/subscribe", "nothing/at-all"]) {
      expect(await status(modern(cloud, method))).toEqual([404, -32601]);
    }
    for (const name of ["nothing", "constructor", "__proto__"]) {
      expect(await status(modern(cloud, "tools/call", { name, arguments: {} }))).toEqual([200, -32602]);
    }
  });

  test("says at once, to whoever listens for changes, that none will come", async () => {
    const notifications = { toolsListChanged: true };
    const reply = await modern(cloud, "subscriptions/listen", { notifications });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("text/event-stream");
  });
});

describe("older revisions", () => {
  test.each(LEGACY)("%s is agreed on, served without a session, and answered in JSON", async (version) => {
    const agreed = await initialize(cloud, version);
    expect(resultOf(agreed)).toMatchObject({ protocolVersion: version, instructions: expect.any(String) });
    expect(agreed.headers["mcp-session-id"]).toBeUndefined();
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await cloud.post(MCP, initialized)).status).toBe(202);
    const listed = await legacy(cloud, "tools/list", {}, { version });
    expect([listed.headers["content-type"], resultOf(listed).tools.length]).toEqual(["application/json", 5]);
    const told = resultOf(
      await legacy(cloud, "tools/call", { name: "get_product_info", arguments: {} }, { version }),
    );
    expect(told.structuredContent.type).toBe("Portable Roth IRA");
    expect(resultOf(await legacy(cloud, "ping", {}, { version }))).toEqual({});
  });

  test("a client of a newer revision that asks like an older one is offered the newest of those", async () => {
    expect(resultOf(await initialize(cloud, "2030-01-01")).protocolVersion).toBe("2025-11-25");
  });

  test("batches are answered whole, and what has no answer keeps none of them waiting", async () => {
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    const answered = await cloud.post(MCP, [ping(1), cancel, ping(2)]);
    expect(answered.json.map(({ id }: Json) => id)).toEqual([1, 2]);
    expect(await status(cloud.post(MCP, [ping(1), ping(1)]))).toEqual([400, -32600]);
    expect((await cloud.post(MCP, [cancel])).status).toBe(202);
    for (const nonsense of [[], [1], [null], [[]], [ping(1), null]]) {
      expect((await cloud.post(MCP, nonsense)).status).toBe(400);
    }
  });
});

describe("over HTTP", () => {
  const call = { name: "get_product_info", arguments: {} };

  test.each([
    ["nothing", undefined, "application/json"],
    ["anything", "*/*", "application/json"],
    ["JSON", "application/json", "application/json"],
    ["both", "application/json, text/event-stream", "application/json"],
    ["events alone", "text/event-stream", "text/event-stream"],
  ])("a client that accepts %s is served", async (_, accept, type) => {
    const headers = accept ? { accept } : {};
    for (const send of [modern, legacy]) {
      const reply = await send(cloud, "tools/call", call, { headers });
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, type]);
      const event = /^event: message\ndata: (.*)\n\n$/.exec(reply.text)?.[1];
      const { result } = type === "application/json" ? reply.json : JSON.parse(event ?? "");
      expect(result.structuredContent.type).toBe("Portable Roth IRA");
    }
  });

  test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("%s is not a method of it", async (method) => {
    const reply = await cloud.call(MCP, { method, headers: { accept: "text/event-stream" } });
    expect([reply.status, reply.headers.allow]).toEqual([405, "POST"]);
  });

  test.each(["https://claude.ai", "https://chatgpt.com", "http://localhost:6274", undefined])(
    "pages of %s may call",
    async (origin) => {
      const reply = await modern(cloud, "tools/list", {}, { headers: origin ? { origin } : {} });
      expect(reply.status).toBe(200);
    },
  );

  test.each(["https://evil.example", "https://claude.ai.evil.example", "null", "https://notclaude.ai"])(
    "pages of %s may not",
    async (origin) => {
      for (const send of [modern, legacy]) {
        expect(await status(send(cloud, "tools/call", call, { headers: { origin } }))).toEqual([403, -32000]);
      }
    },
  );

  test("a name that is not ours is not served", async () => {
    for (const host of ["evil.example", "localhost.evil.example:3000"]) {
      expect(await status(modern(cloud, "tools/list", {}, { headers: { host } }))).toEqual([403, -32000]);
    }
  });

  test("browsers are told beforehand which headers they may send", async () => {
    const { headers } = await cloud.call(MCP, {
      method: "OPTIONS",
      headers: { origin: "https://claude.ai", "access-control-request-method": "POST" },
    });
    for (const name of ["mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id", "content-type"]) {
      expect(headers["access-control-allow-headers"]).toContain(name);
    }
  });

  test("bodies are bounded, and what is not JSON is refused as such", async () => {
    const send = (body: string | Buffer, type = "application/json") =>
      status(cloud.call(MCP, { body, headers: { "content-type": type } }));
    expect(await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x".repeat(65_536) }))).toEqual([
      413, -32000,
    ]);
    expect(await send("{")).toEqual([400, -32700]);
    expect(await send("")).toEqual([400, -32700]);
    expect(await send(Buffer.from([0x22, 0xff, 0x22]))).toEqual([400, expect.any(Number)]);
    expect(await send('{"jsonrpc":"2.0","id":1,"method":"ping"}', "text/plain")).toEqual([415, -32000]);
    expect(await send(`${"[".repeat(30_000)}${"]".repeat(30_000)}`)).toEqual([400, expect.any(Number)]);
    for (const nonsense of ["null", "1", '"x"', "{}", '{"jsonrpc":"2.0"}']) {
      expect((await send(nonsense))[0]).toBe(400);
    }
  });
});

describe("a link for a human", () => {
  const args = { email: "ana@example.com", sandbox: true };
  const start = (params: object, capabilities?: object) =>
    modern(
      cloud,
      "tools/call",
      { name: "start_signup", arguments: args, ...params },
      capabilities ? { capabilities } : {},
    );

  test("is in the result, a success, for clients that cannot open it", async () => {
    for (const capabilities of [undefined, { elicitation: {} }, { elicitation: { form: {} } }]) {
      const { isError, structuredContent } = resultOf(await start({}, capabilities));
      expect(isError).toBeUndefined();
      expect(structuredContent.signup_url).toContain(structuredContent.signup_id);
      expect(structuredContent.human_action_required).toContain("signup_url");
    }
  });

  test("is asked to be opened by clients that can, and then in the result of the same signup", async () => {
    const can = { elicitation: { url: {} } };
    const asked = resultOf(await start({}, can));
    expect(asked.resultType).toBe("input_required");
    const { mode, url } = asked.inputRequests.open.params;
    expect([mode, (await cloud.call(new URL(url).pathname)).status]).toEqual(["url", 200]);
    const { requestState } = asked;
    for (const action of ["accept", "decline", "cancel"]) {
      const result = resultOf(await start({ inputResponses: { open: { action } }, requestState }, can));
      expect(result.structuredContent).toMatchObject({ signup_url: url, status: "initiated" });
    }
  });

  test("gives nothing away to who makes up what comes back", async () => {
    const inputResponses = { open: { action: "accept" } };
    for (const requestState of ["svc_sgn_made0up", "x".repeat(1000), "SIGNUP#1"]) {
      const result = resultOf(await start({ inputResponses, requestState }, { elicitation: { url: {} } }));
      expect([result.isError, result.content[0].text]).toEqual([
        true,
        expect.stringContaining("resource_missing"),
      ]);
    }
  });
});

describe("resources and prompts", () => {
  test("are the same facts and description as over REST, and the year's rules with their sources", async () => {
    const { resources } = resultOf(await modern(cloud, "resources/list"));
    const read = async (name: string) => {
      const { uri } = resources.find((resource: Json) => resource.name === name);
      const [content] = resultOf(await modern(cloud, "resources/read", { uri })).contents;
      expect(content.uri).toBe(uri);
      return { uri, text: content.text };
    };
    for (const name of ["product", "openapi"]) {
      const { uri, text } = await read(name);
      expect(JSON.parse(text)).toEqual((await cloud.call(new URL(uri).pathname)).json);
    }
    const { text: rules } = await read("roth-rules");
    expect(rules).toContain("$153,000 | $168,000");
    expect(rules).toContain("https://www.irs.gov/publications/p590a");
    expect(await status(modern(cloud, "resources/read", { uri: "portable-roth://nothing" }))).toEqual([
      200, -32602,
    ]);
  });

  test("prompts are people's own words, with what they filled in", async () => {
    const { prompts } = resultOf(await modern(cloud, "prompts/list"));
    expect(prompts.map(({ name }: Json) => name)).toEqual(["check_eligibility", "open_account"]);
    const get = async (name: string, args: object) =>
      resultOf(await modern(cloud, "prompts/get", { name, arguments: args })).messages[0].content.text;
    expect(await get("check_eligibility", { filing_status: "single", magi: "60000" })).toMatch(
      /single.*\$60000/,
    );
    expect(await get("open_account", {})).toContain("disclosures");
  });
});

test("a tool whose store hangs gives up in good time, and says that it may be tried again", async () => {
  await cloud.inject({ kind: "hang", action: "dynamodb:GetItem", caller: "serve-mcp" });
  const startedAt = performance.now();
  const { isError, content } = await call(cloud, "get_signup_status", { signup_id: "svc_sgn_any" });
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  expect([isError, content[0].text]).toEqual([true, expect.stringContaining("(service_unavailable)")]);
  // Its reply is a 200, so this is what the alarm looks at.
  expect(cloud.logs()).toMatch(/"Dimensions":\[\["service","stage"\]\].*"stage":"local","ToolFaults":1/);
});

test("a tool that may not count its caller writes nothing", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:UpdateItem", caller: "serve-mcp" });
  const args = { email: freshEmail() };
  const refused = await call(cloud, "start_signup", args);
  expect([refused.isError, refused.content[0].text]).toEqual([
    true,
    expect.stringContaining("(service_unavailable)"),
  ]);
  await cloud.inject();
  const made = await cloud.post("/api/agent/signups", args, { from: freshAddress() });
  expect(made.status).toBe(201);
});

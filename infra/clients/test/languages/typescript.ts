import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmPackages, run } from "../../../../test/support/installed-programs.ts";
import { type Language, proofIn, root, shims } from "./language.ts";

/** Are the types wrong? */
const ATTW = ["@arethetypeswrong/cli@0.18.5"];

/** A user's function passes on what its caller left out, under `exactOptionalPropertyTypes`. */
const STRICT = `
import { type CreateDriverParams, type Instant, PlatformClient, type RequestOptions, webhooks } from "portable-roth";
import { signWebhook } from "portable-roth/testing";

export const add = (client: PlatformClient, params: CreateDriverParams, phone?: string, timeout?: number) =>
  client.drivers.create({ ...params, phone }, { timeout, signal: undefined, headers: undefined });
export const recent = (client: PlatformClient, after?: Date | Instant, options?: RequestOptions) =>
  client.payouts.list({ created_after: after, limit: undefined }, options);
export const delivered = async (body: string, secret: string, now?: Date) =>
  webhooks.unwrap(body, await signWebhook(body, secret, { at: now }), secret, { now, tolerance: undefined });
export const client = (fetch?: typeof globalThis.fetch) =>
  new PlatformClient({ baseUrl: "https://HOST", apiKey: "k", fetch, maxRetries: undefined });
`;

export const typescript: Language = {
  name: "typescript",
  toolchain: ["node", "--version"],
  prepare: () => npmPackages(ATTW),
  /** Packing compiles it, and `npm test` checks its format. Each way to resolve modules has its types. */
  check(dir) {
    const packed = run(dir, "npm", ["pack", dir, "--silent"]).trim();
    const attw = join(npmPackages(ATTW), "node_modules", ".bin", "attw");
    run(dir, attw, [packed]);
    rmSync(join(dir, packed));
  },
  shim: (dir) => ({ command: "node", args: [join(shims, "shim.mjs"), join(dir, "client", "index.js")] }),
  breaks: {
    key: {
      file: "client/transport.js",
      from: "this.#attempt(call,",
      to: "this.#attempt(this.#call(plan, options),",
    },
    retry: { file: "client/transport.js", from: "const isOver = ", to: "const isOver = true || " },
  },
  install(dir, project) {
    writeFileSync(join(project, "package.json"), '{"type":"module"}');
    // npm packs the folder, and installs what it packed.
    run(project, "npm", ["install", "--offline", "--ignore-scripts", "--install-links", dir]);
    cpSync(join(dir, "examples"), project, { recursive: true });
    writeFileSync(join(project, "proof.ts"), proofIn(dir));
    writeFileSync(join(project, "strict.ts"), STRICT);
    const common =
      'const { FakeTransport } = require("portable-roth/testing"); new (require("portable-roth").AgentClient)({ baseUrl: "https://HOST", fetch: new FakeTransport().fetch }); require("portable-roth/webhooks").verifyWebhook;';
    run(project, "node", ["--input-type=commonjs", "--no-experimental-require-module", "-e", common]);
    const types = ["--typeRoots", join(root, "node_modules", "@types"), "--types", "node"];
    const compile = ["--ignoreConfig", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext"];
    const files = ["payout.ts", "signup.ts", "proof.ts", "strict.ts"];
    run(project, join(root, "node_modules", ".bin", "tsc"), [
      ...compile,
      "--noUncheckedIndexedAccess",
      "--target",
      "es2023",
      "--lib",
      "es2023,dom",
      ...types,
      ...files,
    ]);
    const example = (name: string) => ({ command: "node", args: [`${name}.js`], cwd: project });
    return { payout: example("payout"), signup: example("signup"), proof: example("proof") };
  },
};

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { bundlerSettings } from "../../infra/stack/bundle.ts";
import { bundleNamed } from "../../infra/stack/bundles/bundle-service.ts";
import {
  COMMON_BUNDLED,
  COMMON_KEYED,
  COMMON_SECRET,
  COMMON_WAY,
  FLOOR,
  FLOOR_WITHOUT_SDK,
  functions,
  MCP,
  MCP_SIGNUP,
  PLAIN_MCP,
  PLAIN_MCP_SIGNUP,
} from "./subjects.ts";

export type Bundles = { probe: string; hotProbe: string; entryOf: (name: string) => string };

const yardstick = (name: string) => join(import.meta.dirname, "yardsticks", `${name}.ts`);

/** Bundles everything that is measured, and what measures it, below `into`. */
export async function buildBundles(into: string): Promise<Bundles> {
  await bundleNamed(
    functions.map(({ name }) => name),
    into,
  );
  const ours = (name: string) => join(into, "functions", name);
  const floor = join(into, "floor", "index.mjs");
  buildSync({ ...bundlerSettings, entryPoints: [yardstick("floor")], outfile: floor });

  const floorWithoutSdk = join(into, "floor-without-sdk", "index.mjs");
  buildSync({ ...bundlerSettings, entryPoints: [yardstick("floor-without-sdk")], outfile: floorWithoutSdk });

  // CDK's NodejsFunction by default: the runtime provides the SDK, here the project's own packages do.
  const nodejsFunction = { bundle: true, platform: "node", target: "node24", format: "cjs" } as const;
  symlinkSync(join(import.meta.dirname, "..", "..", "node_modules"), join(into, "node_modules"));
  const common = (name: string) => {
    const outfile = join(into, name, "index.cjs");
    const entryPoints = [yardstick(name)];
    buildSync({ ...nodejsFunction, external: ["@aws-sdk/*", "@smithy/*"], entryPoints, outfile });
    return outfile;
  };
  // And with `bundleAwsSDK`, the first thing that people then try.
  const commonBundled = join(into, "common-way-bundled", "index.cjs");
  buildSync({ ...nodejsFunction, entryPoints: [yardstick("common-way")], outfile: commonBundled });

  // Bundled too: stripping its types would cost every probed process as much as a small function.
  const probe = join(into, "probe.mjs");
  buildSync({ ...bundlerSettings, entryPoints: [yardstick("probe")], outfile: probe });

  const hotProbe = join(into, "hot-probe.mjs");
  buildSync({ ...bundlerSettings, entryPoints: [yardstick("hot-probe")], outfile: hotProbe });

  const plainMcp = common("plain-mcp");
  const yardsticks: Record<string, string> = {
    [FLOOR.name]: floor,
    [FLOOR_WITHOUT_SDK.name]: floorWithoutSdk,
    [COMMON_WAY.name]: common("common-way"),
    [COMMON_KEYED.name]: common("common-way-keyed"),
    [COMMON_SECRET.name]: common("common-way-secret"),
    [COMMON_BUNDLED.name]: commonBundled,
    [PLAIN_MCP.name]: plainMcp,
    [PLAIN_MCP_SIGNUP.name]: plainMcp,
    [MCP_SIGNUP.name]: join(ours(MCP.name), "index.mjs"),
  };
  return { probe, hotProbe, entryOf: (name) => yardsticks[name] ?? join(ours(name), "index.mjs") };
}

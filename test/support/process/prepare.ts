import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBundled, makeBundles } from "../../../infra/local/sources/bundles.ts";
import { endSuite } from "../../../infra/local/test/support/suite-end.ts";
import { alone } from "./alone.ts";
import {
  artifactsDir,
  assemblyDir,
  packedDir,
  railDir,
  stagesDir,
  TOGETHER,
  togetherDir,
} from "./artifacts.ts";
import { changedBundles, type Part, stagesMadeOf, stagesStamp } from "./prepared.ts";

/** Makes a part of what suites run on: `prepare.ts PART`. `prepared` starts this program. */
const DAY_MS = 86_400_000;

const makers: Record<Part, () => Promise<void>> = {
  async template() {
    const { synthesise } = await import("../../../infra/local/sources/assembly.ts");
    await synthesise(artifactsDir);
  },
  async rail() {
    process.env.BANK = "on";
    const { synthesise } = await import("../../../infra/local/sources/assembly.ts");
    mkdirSync(railDir, { recursive: true });
    await synthesise(railDir);
  },
  async stages() {
    const { variantNames, variantOf } = await import("../../infra/stack/synthesise-stage.ts");
    mkdirSync(stagesDir, { recursive: true });
    for (const name of variantNames)
      writeFileSync(join(stagesDir, `${name}.json`), JSON.stringify(variantOf(name)));
    await endSuite();
    writeFileSync(stagesMadeOf, stagesStamp());
  },
  async together() {
    if (isBundled(togetherDir, TOGETHER)) return;
    const { bundleTogether } = await import("../imported/bundle-together.ts");
    await makeBundles([TOGETHER], togetherDir, (_, dir) => bundleTogether(dir));
    // Clouds of another run may still load the parts of the last bundle.
    const folder = join(togetherDir, "functions", TOGETHER);
    const isOld = (name: string) => statSync(join(folder, name)).mtimeMs < Date.now() - DAY_MS;
    for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name));
  },
  async bundles() {
    const { bundleNamed } = await import("../../../infra/stack/bundles/bundle-service.ts");
    const changed = await changedBundles();
    mkdirSync(join(assemblyDir, "functions"), { recursive: true });
    for (const folder of ["functions", "source-maps"])
      for (const name of changed) rmSync(join(assemblyDir, folder, name), { recursive: true, force: true });
    await makeBundles(changed, assemblyDir, bundleNamed);
  },
  async package() {
    const { pack } = await import("../../../infra/clients/pack.ts");
    pack(packedDir);
  },
};

// Another run of this checkout may prepare the same part: the second one finds it made.
await alone(join(artifactsDir, "preparing"), makers[process.argv[2] as Part]);

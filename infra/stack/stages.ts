import type { StageSettings } from "./settings/settings.ts";

/** A deployment that omits a setting removes what it had made, so write it here (`infra/README.md`). */
export const stages: Record<string, StageSettings> = {
  dev: {},
  staging: {},
  prod: {},
};

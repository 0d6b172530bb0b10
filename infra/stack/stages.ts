import type { StageSettings } from "./settings/settings.ts";

/**
 * `infra/README.md` says what each setting does. A deployment that omits a setting removes what it had made,
 * so write it here and not only on the command line.
 */
export const stages: Record<string, StageSettings> = {
  dev: {},
  staging: {},
  prod: {},
};

import type { TraceStep } from "./shapes.ts";

export type Panel = {
  name: string;
  content: HTMLElement;
  start?: () => Promise<void>;
  /** Takes what happens, also while another panel is shown. */
  follow?: (steps: readonly TraceStep[]) => void;
  refresh: () => Promise<void>;
};

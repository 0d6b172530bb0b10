import type { TraceStep } from "./shapes.ts";

/** A part of the console. Only the one that is shown reads anything. */
export type Panel = {
  name: string;
  content: HTMLElement;
  /** Before the panel is shown for the first time. */
  start?: () => Promise<void>;
  /** Takes what happens, also while another panel is shown. */
  follow?: (steps: readonly TraceStep[]) => void;
  /** Reads again, after something happened. */
  refresh: () => Promise<void>;
};

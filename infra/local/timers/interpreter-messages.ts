import type { Anchor } from "../time/clock.ts";

/** The messages between the interpreter's thread and the main one. */
export type FromInterpreter =
  | { kind: "invoke"; call: number; execution: string; resource: string; input: unknown }
  | { kind: "ended"; execution: string; status: "SUCCEEDED" | "FAILED" | "TIMED_OUT"; error?: string }
  | { kind: "wait"; wait: number; at: number }
  | { kind: "cancel"; wait: number }
  | { kind: "settled" };
export type ToInterpreter =
  | { kind: "run"; execution: string; definition: Record<string, unknown>; input: unknown }
  | { kind: "result"; call: number; value?: unknown; error?: { name: string; message: string } }
  | { kind: "wake"; wait: number }
  | { kind: "clock"; clock: Anchor }
  | { kind: "settle" };

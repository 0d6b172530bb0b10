/** What the console's routes return to its page. */
export type TraceStep = {
  /** Empty: it will happen at an unknown time. */
  at: string;
  kind: string;
  what: string;
  result: string;
  failed: boolean;
  ms?: number;
  request?: string;
  function?: string;
};

export type Trace = { about: string; steps: TraceStep[] };

export type QueueView = {
  id: string;
  /** What operators call it. Its dead letters have the same name. */
  name: string;
  isDeadLetters: boolean;
  ready: number;
  delayed: number;
  inFlight: number;
  messages: { id: string; body: string; sentAt: string; receives: number; source?: string }[];
};

export type DenialView = { role: string; action: string; resource: string; keys: string[]; advice: string };

/** Each item has its `keys` first. */
export type ItemsView = {
  tables: string[];
  keys: string[];
  items: Record<string, unknown>[];
  more: boolean;
};

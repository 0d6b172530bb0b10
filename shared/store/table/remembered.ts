import { ofEnvironment } from "./environment.ts";

/** A cache of this environment: each value for `ms` after it was put, and at most `most` of them. */
export function remembered<Value>(ms: number, most: number) {
  const entries = ofEnvironment(() => new Map<string, { value: Value; at: number }>());
  return {
    get(key: string, now: number, within = ms): Value | undefined {
      const entry = entries().get(key);
      // Without the lower bound, a clock that steps back would lengthen the value's life.
      return entry && entry.at <= now && now < entry.at + within ? entry.value : undefined;
    },
    put(key: string, value: Value, now: number): Value {
      // Emptying the cache bounds the memory at one comparison. The callers' values are cheap to read again.
      if (entries().size >= most) entries().clear();
      entries().set(key, { value, at: now });
      return value;
    },
    delete: (key: string): void => void entries().delete(key),
  };
}

import { stop } from "esbuild";

/** An edit often follows another within seconds. */
const IDLE_MS = 3_000;

let running = 0;
let ending: NodeJS.Timeout | undefined;

/** Builds with esbuild, whose program keeps 100 MB, so it ends when idle. A new one takes 30 ms. */
export async function building<T>(build: () => Promise<T>): Promise<T> {
  clearTimeout(ending);
  running++;
  try {
    return await build();
  } finally {
    running--;
    if (running === 0) ending = setTimeout(() => void stop(), IDLE_MS).unref();
  }
}

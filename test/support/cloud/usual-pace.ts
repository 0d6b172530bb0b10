import type { Cloud } from "./cloud.ts";

/** Acts while a minute lasts a minute: on a fast clock, a payout settles before the next request. */
export async function atUsualPace<T>(cloud: Cloud, act: () => Promise<T>): Promise<T> {
  await cloud.setPace(1);
  return act().finally(() => cloud.setPace(cloud.timeScale));
}

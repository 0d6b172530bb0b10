/** In the fake, one process writes, each change in one step: an object can be followed after a second. */
const memoryHorizonOf = (now: Date, scale: number): Date => new Date(now.getTime() - 1_000 * scale);

const memoryFollowAfter = (): number => 1;

export { memoryHorizonOf as horizonOf, memoryFollowAfter as followAfter };

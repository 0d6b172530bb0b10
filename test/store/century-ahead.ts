/** A century ahead: engines delete expired items by their own clock. */
export const now = new Date("2126-11-21T09:30:00.000Z");
export const later = new Date("2126-11-22T09:30:00.000Z");

export let clock = Date.parse("2126-03-01T00:00:00.000Z");
/** Each call is a second later, or as many milliseconds. */
export const tick = (ms = 1_000) => {
  clock += ms;
  return new Date(clock);
};

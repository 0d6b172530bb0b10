/**
 * A number with its noun.
 *
 * @example
 * numbered(1, "key"); // => "1 key"
 * numbered(2, "delivery", "deliveries"); // => "2 deliveries"
 */
export const numbered = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

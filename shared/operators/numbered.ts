/** A number with its noun: `1 key`, `2 keys`. */
export const numbered = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;

/** The candidate that an operator most likely meant, or undefined if none is close. */
export function closestTo(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: edits(typed, candidate) }))
    .filter(({ candidate, edits: count }) => count <= Math.max(2, candidate.length / 4))
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** How many characters to insert, delete or replace. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, character] of [...from].entries()) {
    const before = row;
    row = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const [replaced = 0, deleted = 0, inserted = 0] = [before[j], before[j + 1], row[j]];
      row.push(Math.min(replaced + (character === to[j] ? 0 : 1), deleted + 1, inserted + 1));
    }
  }
  return row[to.length] ?? 0;
}

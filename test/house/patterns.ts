/** Marks of unfinished work in comments. `npm run new` writes `FINISH` where its output needs a decision. */
export const leftovers: readonly RegExp[] = [
  /\bTODO\b/,
  /\bFIXME\b/,
  /\bXXX\b(?!-)/,
  /\bHACK\b/,
  /\bFINISH:/,
  /@ts-ignore\b/,
];

/** Code that a developer adds for one run. */
export const forOneRun: readonly RegExp[] = [
  /\b(?:test|it|describe)\.(?:only|skip)(?:\.each)?\(/,
  /\bdebugger\b;/,
];

/** Folders that only one machine has. */
export const machinePaths = /(?<![\w.])\/(?:work|home|root|Users)\/|\/tmp\/wt\b/;
